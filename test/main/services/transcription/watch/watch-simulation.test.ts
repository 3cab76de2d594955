import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { midnightOf } from '../../../../../src/main/services/transcription/watch/send-policy.ts'
import { Choices } from '../../../../fakes/seeded-random.ts'
import { SimulatedTime } from '../../../../fakes/simulated-time.ts'
import {
  hashOf,
  type SentPiece,
  SimulatedDrive,
  SimulatedWatch,
  watchRequest,
  watchWorld,
} from '../../../../fakes/simulated-watch.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const budgetNano = 20e9
const recordings = 80
const runs = 1.5 * hour

let undo: (() => void)[] = []
afterEach(() => {
  for (const run of undo) run()
  undo = []
})

/** Returns the recording of a content, which may be a part of it. */
const lineage = (content: string): string => content.split(' ')[0] ?? ''

test.each([1, 2, 3, 4, 5])(
  'recordings that grow, move, are there twice, on a drive that goes, with kills and wrong clocks: seed %i',
  async (run) => {
    const seed = Number(process.env.SIMULATION_SEED ?? 0) + run
    const choices = new Choices(seed)
    const time = new SimulatedTime()
    const drive = new SimulatedDrive()
    const world = watchWorld()
    undo = [() => drive.dispose(), () => world.dispose()]
    const sent: SentPiece[] = []
    let killing = 0
    const begin = () => new SimulatedWatch({ world, time, drive, choices, sent, killing: () => killing })
    let app = begin()
    const user = (act: () => void): void => app.protect(act)
    const every = (mean: number, happen: () => void): void => {
      for (let at = choices.random() * mean; at < runs; at += choices.random() * mean * 2) time.at(at, happen)
    }

    /** Writes a file, as a recorder or a copy does; `bytes` are alike for some, so that sizes decide nothing. */
    const write = (path: string, content: string): void => {
      drive.files.set(path, {
        content,
        bytes: 1_000 + (content.length % 7) * 10,
        modifiedAt: time.start + time.elapsed,
      })
    }
    for (let index = 0; index < 8; index += 1) {
      drive.lengths.set(`old-${index}`, minute)
      write(`old-${index}.wav`, `old-${index}`)
    }
    expect(await app.service.choose({ path: null })).toBe('chosen')
    app.service.setAutomatic({ automatic: { request: watchRequest, budget: { currency: 'CNY', nano: budgetNano } } })
    app.start()
    killing = 0.01

    /** Present paths of the recordings: a writer follows its file when that is renamed. */
    const pathOf = new Map<string, string>()
    /** Recordings whose writers rest longer than a file has to be quiet, so that a part of them may be sent. */
    const resting = new Set<string>()
    for (let index = 0; index < recordings; index += 1) {
      const name = `new-${index}`
      const grow = (content: string) => () => write(pathOf.get(name) ?? `${name}.wav`, content)
      drive.lengths.set(name, (0.5 + choices.random() * 3) * minute)
      if (choices.random() < 0.2) resting.add(name)
      pathOf.set(name, `${name}.wav`)
      let at = choices.random() * (runs - 10 * minute)
      const parts = choices.below(6)
      for (let part = 0; part < parts; part += 1) {
        time.at(at, grow(`${name} ${part}`))
        at += resting.has(name) ? 40 * second : choices.random() * 9 * second
      }
      time.at(at, grow(name))
    }
    const paths = (): readonly string[] => [...drive.files.keys()]
    const isWhole = (content: string): boolean => lineage(content) === content
    every(3 * minute, () => {
      const from = choices.one(paths())
      const file = drive.files.get(from)
      if (file === undefined || !drive.isThere) return
      // a part that was sent cannot be known again under another name and with more in it
      if (!isWhole(file.content) && resting.has(lineage(file.content))) return
      const to = `moved-${Math.round(time.elapsed)}.wav`
      drive.files.delete(from)
      drive.files.set(to, file)
      for (const [name, path] of pathOf) if (path === from) pathOf.set(name, to)
    })
    every(3 * minute, () => {
      const file = drive.files.get(choices.one(paths()))
      if (file === undefined || !drive.isThere || !isWhole(file.content)) return
      drive.files.set(`copy-${Math.round(time.elapsed)}.wav`, {
        ...file,
        modifiedAt: choices.random() < 0.5 ? file.modifiedAt : time.start + time.elapsed,
      })
    })
    every(10 * minute, () => {
      drive.isThere = false
      time.at(choices.random() * 3 * minute, () => {
        drive.isThere = true
      })
    })
    every(6 * minute, () => time.setClock(choices.one([-26, -3, -1, 1, 3, 26, 26, 50]) * hour))
    every(4 * minute, () => app.kill())
    every(6 * minute, () =>
      user(() => {
        const [file] = app.service.get()?.waiting ?? []
        if (file !== undefined) app.service.send({ fileIds: [file.id], request: watchRequest })
      }),
    )
    every(20 * minute, () => user(() => void app.settings.updateSettings({ queuesPaused: choices.random() < 0.3 })))

    /** Lets simulated time pass; a killed process is started again after a while. */
    const pass = async (until: number): Promise<void> => {
      let startsAt: number | null = null
      for (;;) {
        await setImmediate()
        if (!app.isAlive && startsAt === null) {
          startsAt = time.elapsed + choices.random() * 2 * minute
          time.at(startsAt - time.elapsed, () => {
            app = begin()
            app.start()
            startsAt = null
          })
        }
        if (!time.step(until)) break
      }
    }
    await pass(runs)
    drive.isThere = true
    killing = 0
    await pass(runs + 20 * minute)
    user(() => void app.settings.updateSettings({ queuesPaused: false }))
    await pass(runs + 30 * minute)

    const automatic = sent.filter(({ isAutomatic }) => isAutomatic)
    // the simulation is worth something only if there was much to decide
    expect(automatic.length).toBeGreaterThan(10)

    // each piece was charged once at most, or again only after the gateway failed
    const jobsOf = Map.groupBy(automatic, ({ content }) => lineage(content))
    for (const [name, pieces] of jobsOf) {
      expect([name, new Set(pieces.map(({ jobId }) => jobId)).size]).toEqual([name, 1])
      for (const [index, attempts] of Map.groupBy(pieces, (piece) => piece.index)) {
        const final = attempts.filter(({ outcome }) => outcome === 'answered' || outcome === 'lost')
        expect([name, index, final.length <= 1]).toEqual([name, index, true])
      }
    }
    // nothing that was there before
    expect(automatic.filter(({ content }) => content.startsWith('old'))).toEqual([])
    // the budget of no day was passed
    for (const [day, pieces] of Map.groupBy(automatic, ({ at }) => midnightOf(at))) {
      const nano = pieces.reduce((sum, piece) => sum + piece.nano, 0)
      expect([day, nano <= budgetNano]).toEqual([day, true])
    }
    // none is forgotten: each is queued, or waits where the user sees it
    const folder = app.watched.folder()
    const files = folder === null ? [] : app.watched.filesIn(folder.path)
    const shown = new Set(folder === null ? [] : app.watcher.waiting(folder).map(({ hash }) => hash))
    for (const { content } of drive.files.values()) {
      if (content.startsWith('old')) continue
      const hash = hashOf(content)
      const states = files.filter((file) => file.hash === hash).map(({ state }) => state)
      const isKept = states.includes('sent') || states.includes('taking') || shown.has(hash)
      expect([content, states, isKept]).toEqual([content, states, true])
    }
  },
  120_000,
)
