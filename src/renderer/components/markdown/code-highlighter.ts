import type { GrammarState, HighlighterCore, ThemedToken } from 'shiki/core'
import { codeLanguage } from './code-languages.ts'

/** A piece of a line in one colour; an empty colour is the text's own. */
export interface CodeToken {
  readonly text: string
  readonly color: string
}
export type CodeLine = readonly CodeToken[]

const theme = 'css-variables'
/** How long one slice of work may take, in ms: a fraction of a frame. */
const sliceMs = 4
/** Beyond this, colours cost more than they help. */
const codeLengthMax = 200_000
const lineLengthMax = 2_000

let core: Promise<HighlighterCore> | null = null

/** Loaded when the first code is seen. The engine is JavaScript: the page's policy allows no WebAssembly. */
function highlighter(): Promise<HighlighterCore> {
  core ??= (async () => {
    const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] = await Promise.all([
      import('shiki/core'),
      import('shiki/engine/javascript'),
    ])
    return createHighlighterCore({
      themes: [
        createCssVariablesTheme({ name: theme, variablePrefix: '--code-', variableDefaults: {}, fontStyle: false }),
      ],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    })
  })()
  return core
}

/**
 * Colours code line by line while it grows: every line is looked at once, when it is complete, from the state in which
 * the line before it ended. Works in slices when the page has nothing better to do.
 */
export class CodeColouring {
  private readonly language: string
  private readonly changed: (lines: readonly CodeLine[]) => void
  private lines: readonly string[] = []
  private coloured: readonly CodeLine[] = []
  private state: GrammarState | undefined
  private core: HighlighterCore | null = null
  private languageId = ''
  private scheduled = 0
  private closed = false

  constructor(language: string, changed: (lines: readonly CodeLine[]) => void) {
    this.language = language
    this.changed = changed
    void this.load()
  }

  /** Takes the complete lines that there are by now; what was there before must not have changed. */
  update(lines: readonly string[]): void {
    this.lines = lines
    this.schedule()
  }

  close(): void {
    this.closed = true
    cancelIdleCallback(this.scheduled)
  }

  private async load(): Promise<void> {
    const found = codeLanguage(this.language)
    if (!found) return
    try {
      const [core, grammar] = await Promise.all([highlighter(), found.load()])
      await core.loadLanguage(grammar.default)
      this.core = core
      this.languageId = found.id
      this.schedule()
    } catch {
      // a grammar that does not load leaves the code in one colour
    }
  }

  private schedule(): void {
    if (this.closed || this.scheduled !== 0 || !this.core || this.coloured.length >= this.lines.length) return
    this.scheduled = requestIdleCallback(() => this.slice(), { timeout: 500 })
  }

  private slice(): void {
    this.scheduled = 0
    const { core } = this
    if (this.closed || !core) return
    const end = performance.now() + sliceMs
    const fresh: CodeLine[] = []
    while (this.coloured.length + fresh.length < this.lines.length && performance.now() < end) {
      const line = this.lines[this.coloured.length + fresh.length] ?? ''
      fresh.push(this.colour(core, line))
    }
    if (fresh.length === 0) return
    this.coloured = [...this.coloured, ...fresh]
    this.changed(this.coloured)
    this.schedule()
  }

  private colour(core: HighlighterCore, line: string): CodeLine {
    if (line.length > lineLengthMax) return [{ text: line, color: '' }]
    const options = { lang: this.languageId, theme, ...(this.state ? { grammarState: this.state } : {}) }
    const { tokens, grammarState } = core.codeToTokens(line, options)
    this.state = grammarState
    return (tokens[0] ?? []).map((token: ThemedToken) => ({ text: token.content, color: token.color ?? '' }))
  }
}

/** Whether code of this length is coloured at all. */
export function isColourable(language: string, length: number): boolean {
  return length <= codeLengthMax && codeLanguage(language) !== null
}
