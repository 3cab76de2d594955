// Renders hostile Markdown and mixed answers. `npm run fuzz:markdown -- [texts] [texts in Chromium] [seed] [answers]`.
// Exits with 1 on a lost character, an uncaught error, a task that repeatedly exceeds 200 ms, or growing memory.
import { chromium, type Page } from '@playwright/test'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { MessageDocument } from '../../src/renderer/components/markdown/message-document.ts'
import { hostileMarkdown, seenMarkdown } from '../fakes/hostile-markdown.ts'
import { mixedAnswer } from '../fakes/mixed-answers.ts'
import { randomFrom } from '../fakes/seeded-random.ts'
import { lostText } from '../renderer/components/markdown/lost-text.ts'
import { markdownExamples } from '../renderer/components/markdown/markdown-examples.ts'
import { lostInPage } from './markdown/read-texts.ts'
import { serveMarkdown } from './markdown/served-page.ts'

const texts = Number(process.argv[2] ?? 2_000)
const inChromium = Number(process.argv[3] ?? 150)
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000)
const answers = Number(process.argv[5] ?? 20_000)
const lengthMax = 200_000
/** Longest allowed task of the page, in ms. */
const taskMax = 200
/** Times a slow text is tried again, as other programs share the machine. */
const triesMax = 4
const heapMax = 200 * 1024 * 1024

const problems: string[] = []
console.log(`seed ${seed}, ${answers} answers and ${texts} texts in Node, ${inChromium} in Chromium`)
readAnswers()
renderInNode()
await renderInChromium()
console.log(`seed ${seed}: ${problems.length === 0 ? 'nothing found' : `${problems.length} found`}`)
for (const problem of problems.slice(0, 20)) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** Answers at three lengths: no letter, digit or tilde may be lost. */
function readAnswers(): void {
  const random = randomFrom(seed)
  let lost = 0
  for (let round = 0; round < answers; round += 1) {
    const text = mixedAnswer(random)
    const growing = new MessageDocument()
    for (const share of [random() * 0.5, 0.5 + random() * 0.5, 1]) {
      const part = text.slice(0, Math.ceil(text.length * share)).toWellFormed()
      const rest = lostText(growing, part) || lostText(new MessageDocument(), part)
      if (rest === '') continue
      lost += 1
      problems.push(`answer ${round}: ${JSON.stringify(part)} lost ${JSON.stringify(rest.slice(0, 80))}`)
      break
    }
  }
  console.log(`Answers: ${lost} of ${answers} lost text`)
}

/** The renderer's own code, with React's renderer for strings. */
function renderInNode(): void {
  const random = randomFrom(seed)
  let blocks = 0
  let asSource = 0
  let slowest = { ms: 0, name: '' }
  for (let round = 0; round < texts; round += 1) {
    const { name, text } = hostileMarkdown(random, lengthMax)
    try {
      const document = new MessageDocument()
      for (const share of [0.3, 0.7, 1]) {
        const part = text.slice(0, Math.ceil(text.length * share))
        // the parts a reader sees: beginning and end
        const { blocks: all, footnotes } = document.update(part)
        for (const block of [...all.slice(0, 20), ...all.slice(-5)]) {
          const before = performance.now()
          const tree = document.elementsOf(block)
          blocks += 1
          if (typeof tree === 'string') asSource += 1
          else renderToStaticMarkup(toJsxRuntime(tree, { Fragment, jsx, jsxs, ignoreInvalidStyle: true }))
          const ms = performance.now() - before
          if (ms > slowest.ms) slowest = { ms, name }
        }
        for (const note of footnotes.slice(0, 20)) document.elementsOfFootnote(note)
      }
    } catch (cause) {
      problems.push(`Node, round ${round}, ${name}: ${cause instanceof Error ? cause.stack : String(cause)}`)
    }
  }
  console.log(
    `Node: ${blocks} blocks, ${asSource} of them as source; slowest block ${Math.round(slowest.ms)} ms (${slowest.name})`,
  )
}

async function renderInChromium(): Promise<void> {
  const served = await serveMarkdown()
  const browser = await chromium.launch(chromiumLaunchOptions())
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => problems.push(`Chromium: uncaught ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`Chromium: ${message.text()}`)
  })
  page.on('crash', () => problems.push('Chromium: the page crashed'))
  await page.goto(served.address)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  await readInChromium(page)
  const random = randomFrom(seed + 1)
  let slowest = { ms: 0, name: '' }
  for (let round = 0; round < seenMarkdown.length + inChromium; round += 1) {
    const { name, text } = seenMarkdown[round] ?? hostileMarkdown(random, lengthMax)
    const steps = 1 + Math.floor(random() * 4)
    let best = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < triesMax && best > taskMax; attempt += 1) {
      best = Math.min(best, await longestTask(page, text, steps, `round ${round}, ${name}`))
    }
    if (best > slowest.ms) slowest = { ms: best, name }
    if (best > taskMax) problems.push(`Chromium, round ${round}, ${name}, ${text.length} characters: ${best} ms`)
  }
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  if (usedSize > heapMax) problems.push(`Chromium: ${usedSize} bytes are still used after the last text`)
  console.log(
    `Chromium: slowest task ${Math.round(slowest.ms)} ms (${slowest.name}); ${Math.round(usedSize / 1024 / 1024)} MB used at the end`,
  )
  await browser.close()
  await served.close()
}

/** The examples of CommonMark and GFM and answers, whole and growing: the page shows all that Node shows. */
async function readInChromium(page: Page): Promise<void> {
  const random = randomFrom(seed + 2)
  const texts = [...markdownExamples, ...Array.from({ length: inChromium * 20 }, () => mixedAnswer(random))]
  const lost = await lostInPage(page, texts, () => 1 + Math.floor(random() * 12))
  for (const { lost: rest, text } of lost)
    problems.push(`Chromium: ${JSON.stringify(text)} lost ${JSON.stringify(rest.slice(0, 80))}`)
  console.log(`Chromium: ${lost.length} of ${texts.length} examples and answers lost text`)
}

/** Shows a text and returns the page's longest task, in ms. */
async function longestTask(page: Page, text: string, steps: number, what: string): Promise<number> {
  const { longest, failed } = await page.evaluate(
    async ([whole, count]) => {
      const tasks: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration)
      })
      observer.observe({ type: 'longtask' })
      const shown = await window.show(whole, count)
      for (const entry of observer.takeRecords()) tasks.push(entry.duration)
      observer.disconnect()
      return { longest: Math.max(0, ...tasks), failed: shown.failed }
    },
    [text, steps] as const,
  )
  if (failed) problems.push(`Chromium, ${what}: a boundary had to catch an error`)
  return longest
}
