import type { Code, Construct, Extension, State, Tokenizer } from 'micromark-util-types'
import { readsAsFormula } from './price-signs.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathTextData: 'mathTextData'
    mathTextSequence: 'mathTextSequence'
  }
}

const dollar = 36
const backslash = 92
const space = 32

const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57
const isLineEnding = (code: Code): boolean => code !== null && code < -2
const isSpace = (code: Code): boolean => code === space || (code !== null && code < 0)

/**
 * Replaces the parser's rule for single dollar signs, which runs before any other marks are read. As in Pandoc, a
 * formula has no space inside its signs and no digit after them.
 * https://pandoc.org/MANUAL.html#extension-tex_math_dollars Its text must also read as a formula, so that the words
 * between two prices do not become one.
 */
export function withPrices(extension: Extension): Extension {
  const construct = extension.text?.[dollar]
  if (construct === undefined) return extension
  const [formula] = Array.isArray(construct) ? construct : [construct]
  return formula === undefined
    ? extension
    : { ...extension, text: { ...extension.text, [dollar]: priceAware(formula) } }
}

/**
 * Disables the parser's rule for formulas. It loses text on lines that begin with two dollar signs, and accepts all
 * pairs.
 */
export function withoutFormulaBlocks(extension: Extension): Extension {
  if (extension.flow?.[dollar] === undefined) return extension
  const { [dollar]: _, ...flow } = extension.flow
  return { ...extension, flow }
}

function priceAware(formula: Construct): Construct {
  return {
    ...formula,
    tokenize(effects, ok, nok) {
      const single = singleDollars.call(this, effects, ok, nok)
      const several = formula.tokenize.call(this, effects, ok, nok)
      return effects.check(twoDollars, several, single)
    },
  }
}

const twoDollars: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const second: State = (code) => {
      if (code !== dollar) return nok(code)
      effects.consume(code)
      return ok
    }
    return (code) => {
      effects.enter('mathTextSequence')
      effects.consume(code)
      effects.exit('mathTextSequence')
      effects.enter('mathTextSequence')
      return second
    }
  },
}

const singleDollars: Tokenizer = function singleDollars(effects, ok, nok) {
  let last: Code = dollar
  let isEscaped = false
  let isMoney = isDigit(this.previous)
  let start = this.now()

  const between: State = (code) => {
    if (code === null) return nok(code)
    if (code === dollar && !isEscaped) {
      if (isSpace(last) || !readsAsFormula(this.sliceSerialize({ start, end: this.now() }), isMoney)) return nok(code)
      effects.enter('mathTextSequence')
      effects.consume(code)
      effects.exit('mathTextSequence')
      return closed
    }
    if (code === space || isLineEnding(code)) {
      const type = code === space ? 'space' : 'lineEnding'
      effects.enter(type)
      effects.consume(code)
      effects.exit(type)
      last = code
      isEscaped = false
      return between
    }
    effects.enter('mathTextData')
    return data(code)
  }

  const data: State = (code) => {
    if (code === null || code === space || isLineEnding(code) || (code === dollar && !isEscaped)) {
      effects.exit('mathTextData')
      return between(code)
    }
    isEscaped = code === backslash && !isEscaped
    last = code
    effects.consume(code)
    return data
  }

  const closed: State = (code) => {
    if (isDigit(code) || code === dollar) return nok(code)
    effects.exit('mathText')
    return ok(code)
  }

  const opened: State = (code) => {
    if (code === null || isSpace(code)) return nok(code)
    start = this.now()
    isMoney ||= isDigit(code)
    return between(code)
  }

  return (code) => {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    effects.consume(code)
    effects.exit('mathTextSequence')
    return opened
  }
}
