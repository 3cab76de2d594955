import type { Code, Extension, State } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    htmlFlow: 'htmlFlow'
    htmlFlowData: 'htmlFlowData'
  }
}

const isTag = /^<\/?(?:details|summary)[\s>]/i
/** Length of the longest tag up to its name's end. */
const nameEnd = 10

const isLineEnding = (code: Code): boolean => code === null || code < -2

/**
 * Ends an HTML block that begins with a fold tag at the end of its line, so that Markdown inside the fold is parsed.
 */
export const foldLines: Extension = {
  flow: {
    60: {
      name: 'foldLine',
      tokenize(effects, ok, nok) {
        let begun = ''
        const inside: State = (code) => {
          if (isLineEnding(code)) {
            if (!isTag.test(begun)) return nok(code)
            effects.exit('htmlFlowData')
            effects.exit('htmlFlow')
            return ok(code)
          }
          if (begun.length <= nameEnd) begun += code === null || code < 0 ? ' ' : String.fromCharCode(code)
          if (begun.length > nameEnd && !isTag.test(begun)) return nok(code)
          effects.consume(code)
          return inside
        }
        return (code) => {
          effects.enter('htmlFlow')
          effects.enter('htmlFlowData')
          return inside(code)
        }
      },
    },
  },
}
