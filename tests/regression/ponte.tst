# Ponte del Diavolo: seats and colours, positions, legal turns, points, and turns that any search has to find.

new_game ponte
10 side_to_move
#? [light first]
20 perft 1
#? [4950]
play f4,d4
30 history
#? [d4,f4]
40 side_to_move
#? [- second]
50 legal_moves
#? [choose-dark choose-light]
60 reg_genmove nodes=50
#? [choose-(dark|light)]
play second choose-dark
70 side_to_move
#? [dark second]
80 position
#? [10/10/10/10/10/10/3o1o4/10/10/10 - d l -]

# Islands of four, sandbanks, and bridges.
clear_board
moves a1,b1 choose-dark h8,j6 c1,j10 h10,j8
110 explain d1,a2
#? [illegal: .*]
120 explain d1,g5
#? [legal]
130 explain c3,c3
#? [illegal: .*]
clear_board
moves d4,f4 choose-dark a1,a3 d4-f4
140 position
#? [10/10/10/10/10/10/3o1o4/x9/10/x9 od4-f4 d l -]
150 explain e4,h8
#? [illegal: e4 is under the bridge d4-f4]
160 score
#? [result=unfinished light_points=0 dark_points=0 .* light_bridges=1 dark_bridges=0 light_seat=first dark_seat=second]

# The first seat keeps light when the opening is fixed.
new_game ponte opening=fixed
play d4,f4
210 side_to_move
#? [dark second]
220 explain choose-dark
#? [illegal: .*]

# Passing ends the game and wins it; the other turn would give it to the other side.
new_game ponte tiles=30
position xoo1o1xox1/x1xo2oox1/xoxx1x1xox/1o2x5/2x1oxxo2/oo2x1ox1o/xoxxo4x/x1oxoo1oxx/oo1ox1x1x1/o2oxo1o1o ob2-b4,ob5-b7,oh1-j1,oh3-j5,oh6-i8,xa10-c8,xc6-e7,xf6-h8,xg2-i2 d l -
310 genmove nodes=1000
#? [pass]
320 game_over
#? [true dark-passed]
330 final_score
#? [B\+1]

# Light has four turns, and only the bridge wins at once.
position oxxoxxxox1/o1oo4xo/oxxo3oxo/o1xx1o1oo1/2o2ox3/xoo2o1oox/1xx2ox1xo/xo3x2ox/1xox1o1ox1/1x1oxx2xx oa7-c6,od9-f7,of2-h2,of5-h5,of6-h8,xa3-a5,xb4-d2,xg4-i2,xg10-i8,xj1-j3 l l -
410 reg_genmove nodes=1000
#? [a9-c9]
play a9-c9
420 final_score
#? [W\+5]
