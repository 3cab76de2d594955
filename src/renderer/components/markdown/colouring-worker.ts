import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { codeLanguage } from './code-languages.ts'
import type { CodeLine, ColouringAnswer, ColouringRequest } from './colouring-messages.ts'

// Highlights code in a worker, because compiling a grammar takes up to a fifth of a second, too long for a streaming
// page. The engine is JavaScript, because the policy forbids WebAssembly.

const theme = 'css-variables'
/** Longest highlighted line, in UTF-16 units; a longer one is data, not code. */
const lineLengthMax = 2_000
/** Interval of partial answers for long code, in ms. */
const tellMs = 500

interface Block {
  readonly state: GrammarState | undefined
}

const blocks = new Map<number, Block>()
const highlighter = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--code-', variableDefaults: {}, fontStyle: false })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

// one after another, because the lines of a block must be highlighted in order
let queue: Promise<void> = Promise.resolve()
self.addEventListener('message', (event: MessageEvent<ColouringRequest>) => {
  queue = queue.then(() => take(event.data))
})

async function take(request: ColouringRequest): Promise<void> {
  if ('close' in request) {
    blocks.delete(request.block)
    return
  }
  const { block, language, lines } = request
  let coloured: CodeLine[] = []
  try {
    const found = codeLanguage(language)
    if (!found) return
    const [core, grammar] = await Promise.all([highlighter, found.load()])
    await core.loadLanguage(grammar.default)
    let state = blocks.get(block)?.state
    let told = performance.now()
    for (const line of lines) {
      const next = colour(core, found.id, line, state)
      state = next.state
      coloured.push(next.line)
      if (performance.now() - told < tellMs) continue
      // the page terminates a silent worker
      told = performance.now()
      answer({ block, lines: coloured, done: false })
      coloured = []
    }
    blocks.set(block, { state })
  } catch {
    // lines that fail keep a single colour
  } finally {
    answer({ block, lines: coloured, done: true })
  }
}

function answer(given: ColouringAnswer): void {
  self.postMessage(given)
}

function colour(
  core: HighlighterCore,
  lang: string,
  line: string,
  state: GrammarState | undefined,
): { line: CodeLine; state: GrammarState | undefined } {
  if (line.length > lineLengthMax) return { line: [{ text: line, color: '' }], state }
  const { tokens, grammarState } = core.codeToTokens(line, { lang, theme, ...(state ? { grammarState: state } : {}) })
  return {
    line: (tokens[0] ?? []).map((token) => ({ text: token.content, color: token.color ?? '' })),
    state: grammarState,
  }
}
