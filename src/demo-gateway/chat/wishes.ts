/** The special blocks that a message can request. */
export type Ornament = 'table' | 'code' | 'math' | 'list' | 'quote' | 'link'

/** The requirements that the demo reads from a message. */
export interface Wishes {
  readonly language: 'en' | 'zh'
  /** A few words about the topic of the message, without Markdown. */
  readonly subject: string
  readonly length: { readonly count: number; readonly unit: 'characters' | 'words' } | undefined
  readonly ornaments: readonly Ornament[]
  /** The programming language named in the message. */
  readonly codeLanguage: string | undefined
  readonly manner: 'full' | 'brief' | 'mixed' | 'greeting' | 'about-me' | 'title' | 'verbatim'
  /** Text to repeat exactly; '' unless the manner is `verbatim`. */
  readonly verbatim: string
}

/** Longest text that is composed, in characters or words. */
const maxLength = 1_000_000

/** Reads the wishes (length, language, blocks) from a user message. */
export function readWishes(message: string, modelLanguage: 'zh' | undefined): Wishes {
  const whole = message.trim()
  // Wishes are near the beginning; a long pasted text is not searched.
  const text = whole.slice(0, 4_000)
  const language = modelLanguage ?? languageOf(text)
  const verbatim =
    /^(?:please\s+)?(?:repeat|echo|say)(?:\s+after\s+me|\s+exactly|\s+this)*\s*[:：]\s*([\s\S]+)$/i.exec(whole)?.[1] ??
    /^(?:请)?(?:原样)?(?:重复|复述|输出|跟我说)\s*[:：]\s*([\s\S]+)$/.exec(whole)?.[1]
  return {
    language,
    subject: subjectOf(text, language),
    length: lengthOf(text),
    ornaments: ornamentsOf(text),
    codeLanguage: codeLanguageOf(text),
    manner: verbatim === undefined ? mannerOf(text) : 'verbatim',
    verbatim: verbatim ?? '',
  }
}

function languageOf(text: string): 'en' | 'zh' {
  if (/\b(?:in|into) english\b|用英[文语]|英文回答/i.test(text)) return 'en'
  if (/\b(?:in|into) chinese\b|用中文|中文回答/i.test(text)) return 'zh'
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  return han * 3 > latin ? 'zh' : 'en'
}

function lengthOf(text: string): Wishes['length'] {
  // "of 500,000 characters" states the length of an attached file
  const english = /(?<!\bof |[\d,_])(\d[\d,_]*)\s*(k|thousand)?[\s-]*(words?|characters?|chars?|letters)\b/i.exec(text)
  if (english) {
    const scale = english[2] ? 1_000 : 1
    return length(english[1], scale, /^words?$/i.test(english[3] ?? '') ? 'words' : 'characters')
  }
  const chinese = /(\d[\d,]*)\s*([千万])?\s*(?:多)?个?(?:汉)?(字符|字|词)/.exec(text)
  if (chinese) {
    const scale = chinese[2] === '万' ? 10_000 : chinese[2] === '千' ? 1_000 : 1
    return length(chinese[1], scale, chinese[3] === '词' ? 'words' : 'characters')
  }
  return undefined
}

function length(digits: string | undefined, scale: number, unit: 'characters' | 'words'): Wishes['length'] {
  const count = Number((digits ?? '').replaceAll(/[,_]/g, '')) * scale
  return count > 0 ? { count: Math.min(count, maxLength), unit } : undefined
}

const ornamentWords: readonly (readonly [Ornament, RegExp])[] = [
  ['table', /\btables?\b|\bcompar(?:e|ison)\b|表格|对比/i],
  ['code', /\bcode\b|\bsnippet\b|\bfunction\b|\bscript\b|\bprogram\b|代码|函数|脚本|程序/i],
  ['math', /\bmath(?:s|ematics)?\b|\bequations?\b|\bformulas?\b|\blatex\b|\bintegral\b|公式|数学|方程|积分/i],
  ['list', /\blists?\b|\bbullets?\b|\bsteps?\b|列表|清单|步骤|要点/i],
  ['quote', /\bquotes?\b|\bquotation\b|引用|名言/i],
  ['link', /\blinks?\b|\bsources?\b|链接|出处/i],
]

function ornamentsOf(text: string): Ornament[] {
  const asked = ornamentWords.filter(([, words]) => words.test(text)).map(([ornament]) => ornament)
  return codeLanguageOf(text) !== undefined && !asked.includes('code') ? [...asked, 'code'] : asked
}

const codeLanguages: readonly (readonly [string, RegExp])[] = [
  ['typescript', /\btypescript\b|\bts\b/i],
  ['javascript', /\bjavascript\b|\bjs\b/i],
  ['python', /\bpython\b/i],
  ['rust', /\brust\b/i],
  ['go', /\bgolang\b|\bin go\b|Go\s*语言/],
  ['sql', /\bsql\b/i],
  ['bash', /\bbash\b|\bshell\b/i],
  ['json', /\bjson\b/i],
  ['css', /\bcss\b/i],
]

function codeLanguageOf(text: string): string | undefined {
  return codeLanguages.find(([, name]) => name.test(text))?.[0]
}

function mannerOf(text: string): Wishes['manner'] {
  if (/^(?:hi|hey|hello|good (?:morning|evening|afternoon)|你好|您好|嗨|早上好|晚上好)[\s,，.!！。~]*$/i.test(text)) {
    return 'greeting'
  }
  if (/\bwho are you\b|\bwhat can you do\b|^help\W*$|你是谁|你能做什么|你会什么|^帮助\W*$/i.test(text))
    return 'about-me'
  if (/\btitle\b[^.]*\b(?:conversation|chat|dialogue)\b|(?:对话|会话|聊天).{0,12}(?:标题|题目)/is.test(text))
    return 'title'
  if (/\bbrief|\bshort(?:ly)?\b|\bone sentence\b|\bin a word\b|简短|简要|一句话/i.test(text)) return 'brief'
  if (/\bmarkdown\b|\bmixed\b|\bof everything\b|混合|各种格式/i.test(text)) return 'mixed'
  return 'full'
}

function subjectOf(text: string, language: 'en' | 'zh'): string {
  const plain = text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .replaceAll(/[*_`#|$[\]<>\\~]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentence = /^(.+?)(?:[.!?。！？;；]\s*|$)/.exec(plain)?.[1] ?? plain
  const found = language === 'zh' ? chineseSubject(sentence) : englishSubject(sentence)
  return found === '' ? (language === 'zh' ? '这个话题' : 'this topic') : found
}

function englishSubject(sentence: string): string {
  const about = /\b(?:about|regarding|concerning|on the (?:topic|subject) of)\s+(.+)$/i.exec(sentence)?.[1]
  const stripped = sentence
    .replace(/^(?:please|could you|can you|would you|i want you to|i would like you to)\s+/i, '')
    .replace(
      /^(?:explain|describe|write|tell me|show me|give me|make|create|discuss|summari[sz]e|compare|draft)\s+/i,
      '',
    )
    .replace(/^(?:what|who)(?:'s|\s+is|\s+are|\s+was|\s+were)\s+/i, '')
    .replace(/^\d[\d,_]*\s*(?:words?|characters?)\s+(?:of|in)\s+/i, '')
  const words = (about ?? stripped)
    .replace(/[,:]\s.*$/, '')
    .replace(
      /\s+(?:in|with|using)\s+(?:(?:about|a|an|some)\s+)?(?:\d|tables?|code|math|lists?|markdown|english|chinese)\b.*$/i,
      '',
    )
    .replace(/\s+in\s+\d[\d,]*\s.*$/i, '')
    .split(' ')
  return words.slice(0, 9).join(' ').slice(0, 80)
}

function chineseSubject(sentence: string): string {
  const about = /(?:关于|有关|围绕|介绍(?:一下)?|解释(?:一下)?|说明|什么是|谈谈|讲讲|描述)\s*(.+)$/.exec(sentence)?.[1]
  const stripped = (about ?? sentence)
    .replace(/^(?:请|帮我|麻烦你?)+/, '')
    .replace(/^写(?:一篇|一段|一个|一首)?/, '')
    .replace(/[，,：:].*$/, '')
    .replace(/(?:是什么|有哪些|怎么样|的(?:文章|短文|故事|说明|长文|散文))$/, '')
  return [...stripped.trim()].slice(0, 24).join('')
}
