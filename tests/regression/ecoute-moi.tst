# Écoute-moi!: the three actions, positions, results, and turns that any search has to find.

new_game ecoute-moi
10 perft 5
#? [896]
20 legal_moves
#? [deux-blanc deux-negative deux-noir deux-positive un-blanc un-negative un-noir un-positive]
30 side_to_move
#? [white first]
play Un noir s'il vous plait!
40 side_to_move
#? [black second]
50 legal_moves
#? [g7-d7 g7-f7 g7-h7 g7-j7]
60 explain g7-i7
#? [illegal: .*]
play g7-j7
70 position
#? [13/13/13/13/13/13/8xC3/13/13/13/13/13/13 w c un-noir 3]
80 legal_moves
#? [j7-j6 j7-j8]
90 explain j7-j9
#? [illegal: .*]
play j7-j6
100 side_to_move
#? [black second]
110 score
#? [result=unfinished white_needs=12 black_needs=11]

# A whole game; the last stone is put by the loser.
clear_board
moves deux-blanc g7-g9 g9-i9 deux-blanc i9-i11 i11-k11 deux-blanc k11-k13 k13-m13 deux-noir @g7-e7 e7-e5 deux-noir e5-c5 c5-c3 deux-noir c3-a3 a3-a1 un-noir
210 side_to_move
#? [black second]
play a1-b1
220 game_over
#? [true chain]
230 final_score
#? [W\+1]
240 genmove nodes=10
#? [pass]

# One of two moves joins the sides.
position 13/11x1/3x1xxx3x1/xx2x3xxx2/C4x4x1x/2x9x/2x4x1x3/2xxxxx1xx1x1/1x5x1x1x1/1xx2x4x1x/1xxx1xx1x2x1/1x1x1x1xx1x2/3xx8 b m un-noir -
310 genmove nodes=1000
#? [a9-d9]
320 final_score
#? [B\+2]

# One of thirty-six placements joins the right pair of sides; another one joins both, which loses.
position 3x1x7/4x1xx2x2/4x1x1xxx2/x2x3x3x1/x3x1x1x2xx/3xxx2x1xx1/x6xxx1x1/1x1xxx4x2/4xx2x4/x1xxxxxx5/1x3Cxx4x/xx1x2xxxxx2/1xx1x6x1 b c un-noir 1
410 genmove black nodes=2000
#? [@l5-l2]
420 final_score
#? [B\+1]
