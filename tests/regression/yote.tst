# Yoté: positions, legal turns, counts, and turns that any search has to find.

new_game yote repetition=3
10 side_to_move
#? [white first]
20 perft 3
#? [27180]
30 legal_moves
#? [a1 a2 a3 a4 a5 b1 .* f5]
play c3
play black d3
40 position
#? [6/6/2wb2/6/6 w 11 11]
50 history
#? [c3 d3]
undo 2
60 position
#? [6/6/6/6/6 w 12 12]

# A jump may take a second stone, whichever stands on the board.
position 6/2b1b1/2w3/2b1b1/6 w 0 3
110 legal_moves
#? [c3-b3 c3-d3 c3xc1 c3xc1\(c4\) c3xc1\(e2\) c3xc1\(e4\) c3xc5 c3xc5\(c2\) c3xc5\(e2\) c3xc5\(e4\)]
120 explain c3xe5
#? [illegal: a jump goes two squares .*]
130 explain c3-d4
#? [illegal: .*]
140 explain c4
#? [illegal: .*]
play c3xc5(e2)
150 score
#? [result=unfinished white_board=1 white_hand=0 black_board=2 black_hand=3]
new_game yote bonus=none
position 6/2b1b1/2w3/2b1b1/6 w 0 3
160 legal_moves
#? [c3-b3 c3-d3 c3xc1 c3xc5]

# Black can do nothing while White can: Black passes.
new_game yote
position 6/6/w5/w5/bww3 b 0 0
210 legal_moves
#? [pass]
220 genmove nodes=20
#? [pass]
230 side_to_move
#? [white first]

# Both sides have few stones, and nobody can capture.
position 6/6/2w3/6/5b w 0 0
310 game_over
#? [true few-stones]
320 final_score
#? [0]

# The last stones can be taken; everything else gives the win away.
position 6/6/6/4b1/wb4 w 0 0
410 genmove white nodes=1000
#? [a1xc1\(e2\)]
420 game_over
#? [true no-stones]
430 final_score
#? [W\+1]
440 genmove black
#? [pass]
position 6/6/4b1/2w3/2b2w b 0 0
450 genmove nodes=1000
#? [c1xc3\(f1\)]
460 final_score
#? [B\+1]

# A stone that stands alone is not put where it can be jumped.
position 6/2b3/2b3/2b3/2b3 w 1 0
510 game_over
#? [false]
520 reg_genmove nodes=2000
#? [!b[1-4]|d[1-4]]
