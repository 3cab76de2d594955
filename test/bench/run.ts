// Measures, prints a table and writes bench/results.json. Never part of the tests: speed is compared, not asserted.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { measureApp } from './app-bench.ts'
import { measureColumns } from './columns-bench.ts'
import { measureRenderers } from './compare-bench.ts'
import { measureFiles } from './files-bench.ts'
import { measureGallery } from './gallery-bench.ts'
import { measureGrowth } from './growth-bench.ts'
import { measureHistory } from './history-bench.ts'
import { machine } from './machine.ts'
import { measureMask } from './mask-bench.ts'
import { measurePictures } from './pictures-bench.ts'
import { measureRefolding } from './refolding-bench.ts'
import { speeds } from './slow-machine.ts'
import { measureTranscription } from './transcription-bench.ts'
import { measureVideos } from './videos-bench.ts'

const browser = await chromium.launch(chromiumLaunchOptions())
const log = (line: string): void => console.log(line)

const only = process.argv[2]
const wanted = (name: string): boolean => only === undefined || only === name
const app = wanted('app') ? await measureApp(browser, log) : null
const columns = wanted('columns') ? await measureColumns(browser, log) : null
const files = wanted('files') ? await measureFiles(browser, log) : null
const gallery = wanted('gallery') ? await measureGallery(browser, 5_000, log) : null
const growth = only === 'growth' ? await measureGrowth(growthSizes(), log) : null
const history = wanted('history') ? await measureHistory(browser, log) : null
const mask = wanted('mask') ? await measureMask(browser, 2048, log) : null
const pictures = wanted('pictures') ? await measurePictures(100, log) : null
const refolding = wanted('refolding') ? measureRefolding(log) : null
const renderers = wanted('renderers') ? await measureRenderers(browser, await mixedMarkdown(), log) : null
const transcription = wanted('transcription') ? await measureTranscription(log) : null
const videos = wanted('videos') ? await measureVideos(browser, 500, log) : null
const version = browser.version()
await browser.close()

const folder = join(import.meta.dirname, '../../bench')
const file = join(folder, 'results.json')
mkdirSync(folder, { recursive: true })
// figures not measured now are kept, each with its date
const known: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const measured = { measuredAt: new Date().toISOString(), machine: machine(), browser: version }
const taken = Object.entries({
  app,
  columns,
  files,
  gallery,
  growth,
  history,
  mask,
  pictures,
  refolding,
  renderers,
  transcription,
  videos,
}).flatMap(([name, figures]) => (figures === null ? [] : [[name, { ...measured, figures }]]))
const results = { ...(typeof known === 'object' ? known : {}), ...Object.fromEntries(taken) }
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)

if (app)
  for (const speed of speeds) {
    const at = app[speed]
    console.log(`${speed}:`)
    console.table({
      '200 tokens/s': rounded(at.streamAt200),
      'as fast as possible': rounded(at.streamAtOnce),
      'plain text at 60 Hz': rounded(at.plainText),
    })
    console.table({ 'answer by plain text': { cpu: Math.round(at.streamByPlainText * 100) / 100 } })
    console.table({
      'first text': rounded(at.firstText),
      start: rounded(at.start),
      'open a conversation': rounded(at.open),
      'show another panel': rounded(at.panel),
      'first click': rounded(at.firstClick),
      'first click after a rest of 1.5 s': rounded(at.restedClick),
    })
  }
if (columns)
  for (const speed of speeds) {
    const { keyToPaint, ...work } = columns[speed]
    console.table({ [`four columns, ${speed}`]: rounded(work), 'key to paint': rounded(keyToPaint) })
  }
if (files) {
  const { main, ...page } = files
  console.table({ 'a PDF of 300 pages': rounded(page), main: rounded(main) })
}
if (gallery)
  console.table({
    gallery: rounded({
      ...gallery.open,
      ...gallery.scroll,
      pageMb: gallery.pageMb,
      pageMbRushed: gallery.pageMbRushed,
      pageMbRested: gallery.pageMbRested,
    }),
  })
if (growth) {
  for (const { calls, ...size } of growth) {
    console.table({ growth: rounded(size) })
    console.table(Object.fromEntries(Object.entries(calls).map(([name, times]) => [name, rounded(times)])))
  }
}
if (history) {
  console.table({ indexing: rounded(history.indexing), search: rounded(history.search) })
  console.table({ recall: history.recall })
  console.table({ history: rounded({ ...history.open, ...history.scroll, mainMb: history.mainMb }) })
}
if (mask) console.table({ mask: rounded(mask.strokes) })
if (pictures) {
  const { operations, peakMb, peakRatio } = pictures
  console.table(Object.fromEntries(Object.entries(operations).map(([name, work]) => [name, rounded(work)])))
  console.table({ 'peak memory in MB': rounded({ ...peakMb, ratio: peakRatio }) })
}
if (transcription) {
  const { short, long, moreMainMb, morePageMb } = transcription
  console.table({
    '1 minute': rounded({ ...short, ...short.stitched }),
    '3 hours': rounded({ ...long, ...long.stitched }),
  })
  console.table({ 'more memory for 3 hours': { mainMb: moreMainMb, pageMb: morePageMb } })
}
if (videos) console.table({ videos: rounded({ ...videos.open, ...videos.scroll, mainMb: videos.mainMb }) })
if (refolding) {
  const { after, before, halfway, ...fold } = refolding
  console.table({ refolding: rounded(fold) })
  console.table({ before: rounded(before), halfway: rounded(halfway), after: rounded(after) })
}
if (renderers) console.table(Object.fromEntries(Object.entries(renderers).map(([name, work]) => [name, rounded(work)])))

/** Numbers of messages of the growth bench: those named behind its name, else up to 100,000. It runs only by its name. */
function growthSizes(): readonly number[] {
  const named = process.argv.slice(3).map(Number)
  return named.length > 0 ? named : [1_000, 10_000, 100_000]
}

/** 100,000 characters as the demo gateway writes them. */
async function mixedMarkdown(): Promise<string> {
  const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'demo-chat',
      messages: [{ role: 'user', content: 'Write 100000 characters of mixed Markdown about bridges and 桥' }],
    }),
  })
  const body: unknown = await response.json()
  await gateway.close()
  const text = /"content":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1]
  return JSON.parse(`"${text ?? ''}"`)
}

function rounded(figures: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  )
}
