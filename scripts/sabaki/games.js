// Plays games as the Sabaki board does: two engines, each behind a state tracker that brings it to the turns so far before it thinks.
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const assert = require('assert')

const [engine, games, limit] = process.argv.slice(2)

// Rules under which every game ends, and the seats alternate: a client for GTP knows nothing else.
const RULES = ['opening=fixed', 'repetition=3']

// What a tracked engine answers; failures end the program.
async function ask(tracker, name, ...args) {
  const response = await tracker.queueCommand({name, args})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

async function listGames() {
  const controller = new Controller(engine)
  const list = (await controller.sendCommand({name: 'list_games'})).content.split('\n')
  const infos = []
  for (const line of list) {
    const [id, size] = line.split(' ')
    await controller.sendCommand({name: 'new_game', args: [id]})
    const known = (await controller.sendCommand({name: 'rules'})).content.split('\n').map(rule => rule.split(' ')[0])
    const rules = RULES.filter(rule => known.includes(rule.split('=')[0]))
    infos.push({id, boardsize: size.split('x').map(Number), rules})
  }
  await controller.stop(60000)
  return infos
}

function start({id, rules}, seed) {
  const args = ['--seats', '--game', id, ...rules.flatMap(rule => ['--rule', rule])]
  const controller = new Controller(engine, args)
  controller.start()
  controller.sendCommand({name: 'option', args: ['seed', `${seed}`]})
  controller.on('stopped', ({signal}) => (controller.exit = signal))
  return new ControllerStateTracker(controller)
}

// Plays until both sides pass; each engine is synchronised before it thinks.
async function play(trackers, state) {
  let passes = 0
  while (passes < 2) {
    const ply = state.history.length
    const [tracker, colour] = [trackers[ply % 2], 'BW'[ply % 2]]
    await tracker.sync(state)
    const turn = await ask(tracker, 'genmove', colour, limit)
    // The tracker keeps turns in capitals, and sends them so.
    state.history.push({name: 'play', args: [colour, turn.toUpperCase()]})
    passes = turn === 'pass' ? passes + 1 : 0
  }
  for (const tracker of trackers) await tracker.sync(state)
}

async function game(info, number) {
  const trackers = [start(info, 2 * number), start(info, 2 * number + 1)]
  const state = {komi: 0, boardsize: info.boardsize, history: []}
  await play(trackers, state)
  const whole = [...state.history]
  const answers = tracker => Promise.all(['final_score', 'position', 'score', 'history'].map(name => ask(tracker, name)))
  const ended = await answers(trackers[0])
  assert.match(ended[0], /^([BW]\+[0-9.]+|0)$/)
  assert.deepStrictEqual(await answers(trackers[1]), ended, 'the engines disagree')

  // The whole game once more on a new engine.
  const third = start(info, 0)
  await third.sync(state)
  assert.deepStrictEqual(await answers(third), ended, 'the replay differs')

  // Back to the middle, by undoing or by playing all again as the tracker likes; then another end.
  state.history = whole.slice(0, Math.floor(whole.length / 2))
  for (const tracker of [...trackers, third]) await tracker.sync(state)
  const positions = await Promise.all([...trackers, third].map(tracker => ask(tracker, 'position')))
  assert(positions.every(position => position === positions[0]), 'taking back differs')
  await play(trackers, state)
  assert.deepStrictEqual(await answers(trackers[1]), await answers(trackers[0]), 'the engines disagree')

  for (const {controller} of [...trackers, third]) {
    await controller.stop(60000)
    assert.strictEqual(controller.exit, 0, 'the exit code after quit')
  }
  console.log(`${info.id} game ${number}: ${whole.length - 2} turns, ${ended[0]}`)
}

async function main() {
  for (const info of await listGames()) {
    for (let number = 1; number <= Number(games); number++) await game(info, number)
  }
}

main().catch(error => {
  console.error(`sabaki-games: ${error.message}`)
  process.exit(1)
})
