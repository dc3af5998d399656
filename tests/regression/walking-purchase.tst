# Walking Purchase: positions, legal turns, settlements, and turns that any search has to find.

new_game walking-purchase
10 side_to_move
#? [white first]
20 perft 2
#? [590268]
30 position
#? [W14B/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -]
40 explain p1-h8
#? [ambiguous: .* p1-h8\(p\) or p1-h8\(h\)]
50 explain p1-p9
#? [illegal: a walk turns a right angle, .*]
60 explain p1-h8(a)
#? [illegal: .*]
play p1-h8 (h)
70 position
#? [W14B/16/16/16/16/16/16/16/7W8/16/16/16/16/16/16/B6w8 b 0 0 w]

# The shortest games: the side to move is shut in, and the stones are settled.
clear_board
moves a16-n3(a) p16-a2 p1-b2(b)
110 game_over
#? [true stuck]
120 final_score
#? [W\+0\.5]
130 score
#? [result=white margin=0\.5 reason=stuck .*]
140 legal_moves
#? []
clear_board
moves a16-k2(k) a1-n9(n) k2-o1(o) p16-e3(p)
150 final_score
#? [0]
clear_board
moves a16-c3(a) a1-o2(o) c3-p2(p) p16-c13(c)
160 final_score
#? [B\+1]

# Capture series: any of their beginnings, never the same stone twice.
position W14B/16/16/16/16/16/16/16/16/16/16/4b11/3b1b10/3wb11/16/B14W w 0 0 -
210 explain d3xf3xf5xd5xd3
#? [legal]
220 explain d3xf3xf5
#? [legal]
230 explain d3xf3xf5xd5xd3xf3
#? [illegal: the stone on e3 has been jumped already]
play d3xf3xf5xd5xd3
240 position
#? [W14B/16/16/16/16/16/16/16/16/16/16/16/16/3w12/16/B14W b 4 0 w]

# Other rules.
new_game walking-purchase edge=1 corners=sides
310 position
#? [B14W/16/16/16/16/16/16/16/16/16/16/16/16/16/16/B14W w 0 0 -]
320 score
#? [result=unfinished settled=0 .*]

# Only one of three turns ends the game at once, and wins it.
new_game walking-purchase repetition=3
position ww1b3w3bb3/wWw4w1ww2w1w/1w4w1w1w5/w2www1w1b1b3b/2w3wwwBw1b3/3bwW1w1bBbb3/2w1www3b2w2/11b2b1/3bb5bb4/5b2w2bb1w1/4w2w1b5b/1b4b3ww4/7b5ww1/wbb1b1bbbb5b/2bb1b4b4b/4w4b6 w 22 17 b
410 reg_genmove nodes=1000
#? [e11xc11]
play e11xc11
420 final_score
#? [W\+74]
