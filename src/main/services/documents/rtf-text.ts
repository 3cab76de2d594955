import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { unreadOf } from '../../../shared/unread-parts.ts'
import { codePageOfSet } from './code-pages.ts'
import type { DocumentText } from './document.ts'
import { RtfLines } from './rtf-lines.ts'

/** Deepest nesting of groups. */
const depthMax = 2_000

/** Destinations whose content is not text of the page. */
const hidden = new Set(
  (
    'fonttbl colortbl stylesheet info pict objdata objclass objname themedata colorschememapping datastore latentstyles ' +
    'listtable listoverridetable rsidtbl generator xmlnstbl fldinst nonshppict shprslt pn pnseclvl bkmkstart bkmkend atnid ' +
    'atntime atndate atnref atnparent atrfstart atrfend docvar template private revtbl filetbl htmltag mmathPr sp ' +
    'nonesttables ftnsep ftnsepc aftnsep aftnsepc passwordhash'
  ).split(' '),
)
/** Destinations that older readers skip, although they contain text. */
const shown = new Set(['shpinst', 'shptxt', 'shppict', 'annotation', 'atnauthor', 'footnote', 'shpgrp'])

/** State of an open group, until it ends. */
interface Group {
  readonly isHidden: boolean
  /** True for hidden text, and for tracked deletions. */
  readonly isGone: boolean
  readonly font: number
  /** Units that replace each `\u` in readers without it. */
  readonly fallback: number
  /** A destination that ends with the group, such as a note. */
  readonly destination: string
}

/** Returns true if bytes are RTF. */
export function isRtf(bytes: Uint8Array): boolean {
  return /^[\s\ufeff\u00ef\u00bb\u00bf]{0,8}\{\\rtf/.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))
}

/**
 * Returns the text of an RTF file as Markdown: headings, tables, headers, notes and comments. Reads from left to right
 * once.
 */
export function rtfText(bytes: Uint8Array): DocumentText | FileProblem {
  const reader = new RtfReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
  return reader.readRtf() ? reader.documentText() : 'damaged'
}

class RtfReader {
  private readonly source: string
  private readonly lines = new RtfLines()
  private readonly groups: Group[] = []
  private group: Group = { isHidden: false, isGone: false, font: -1, fallback: 1, destination: '' }
  /** Code pages of the fonts by their numbers. */
  private readonly fonts = new Map<number, number>()
  private tableFont = -1
  private defaultFont = 0
  /** Number of units to skip after a `\u`. */
  private skip = 0
  /** True if the next word names a destination that older readers skip. */
  private isStarred = false
  private at = 0
  private readonly counts = { pictures: 0, objects: 0 }

  constructor(source: string) {
    this.source = source
  }

  /** Reads the whole file. Returns false if groups are nested too deeply. */
  readRtf(): boolean {
    const { source } = this
    while (this.at < source.length) {
      const sign = source.charAt(this.at)
      if (sign === '{') {
        if (this.groups.length >= depthMax) return false
        this.groups.push(this.group)
        this.group = { ...this.group, destination: '' }
        this.skip = 0
        this.at += 1
      } else if (sign === '}') {
        this.endGroup()
        this.at += 1
        if (this.groups.length === 0 && !this.hasAnother()) return true
      } else if (sign === '\\') this.control()
      else {
        if (sign !== '\r' && sign !== '\n') this.unit(source.charCodeAt(this.at))
        this.at += 1
      }
    }
    return true
  }

  documentText(): DocumentText {
    return { text: this.lines.linesSoFar(), pages: null, ...unreadOf(this.counts) }
  }

  /**
   * Returns true if another group follows the outermost one. Anything else that programs leave after it is not text.
   */
  private hasAnother(): boolean {
    while (/[\s\0]/.test(this.source.charAt(this.at))) this.at += 1
    return this.source.charAt(this.at) === '{'
  }

  private endGroup(): void {
    const { destination } = this.group
    this.lines.flush()
    if (destination !== '') this.lines.endDestination(destination)
    this.group = this.groups.pop() ?? this.group
    this.skip = 0
    this.isStarred = false
    this.takeFont()
  }

  private control(): void {
    const { source } = this
    const next = source.charAt(this.at + 1)
    if (next === "'") {
      const code = Number.parseInt(source.slice(this.at + 2, this.at + 4), 16)
      this.at += 4
      if (!Number.isNaN(code)) this.unit(code)
      return
    }
    const word = /^\\([a-z]{1,32})(-?\d{1,10})? ?/i.exec(source.slice(this.at, this.at + 48))
    if (word === null) {
      this.at += 2
      this.sign(next)
      return
    }
    this.at += word[0].length
    const [, name = '', digits] = word
    this.word(name, digits === undefined ? null : Number(digits))
  }

  private sign(sign: string): void {
    if (sign === '*') this.isStarred = true
    else if (sign === '\n' || sign === '\r') this.lineWord('par', null)
    else if (sign === '~') this.say(' ')
    else if (sign === '_') this.say('-')
    else if (sign === '\\' || sign === '{' || sign === '}') this.unit(sign.charCodeAt(0))
  }

  private word(name: string, value: number | null): void {
    const isStarred = this.isStarred
    this.isStarred = false
    // text after a word is not a replacement for the character before it
    if (name !== 'bin') this.skip = 0
    if (hidden.has(name) || (isStarred && !shown.has(name))) {
      if (name === 'pict' && !this.group.isHidden) this.counts.pictures += 1
      this.group = { ...this.group, isHidden: true, destination: name === 'fonttbl' ? 'fonttbl' : '' }
      return
    }
    if (this.fontWord(name, value)) return
    switch (name) {
      case 'bin':
        this.at += Math.max(0, value ?? 0)
        break
      case 'u':
        this.say(String.fromCharCode((value ?? 0) & 0xffff))
        this.skip = this.group.fallback
        break
      case 'uc':
        this.group = { ...this.group, fallback: Math.min(16, Math.max(0, value ?? 1)) }
        break
      case 'object':
        if (!this.group.isHidden) this.counts.objects += 1
        break
      case 'v':
      case 'deleted':
        this.group = { ...this.group, isGone: value !== 0 }
        break
      case 'plain':
        this.lines.flush()
        this.group = { ...this.group, isGone: false, font: this.defaultFont }
        this.takeFont()
        break
      default:
        this.lineWord(name, value)
    }
  }

  /** Handles words about code pages. Returns false for any other word. */
  private fontWord(name: string, value: number | null): boolean {
    switch (name) {
      case 'ansicpg':
        this.lines.documentPage = value ?? 1252
        this.takeFont()
        return true
      case 'mac':
        this.lines.documentPage = 10_000
        return true
      case 'deff':
        this.defaultFont = value ?? 0
        return true
      case 'fcharset': {
        const page = codePageOfSet(value ?? 0, this.lines.documentPage)
        if (page !== null && this.group.isHidden) this.fonts.set(this.tableFont, page)
        return true
      }
      case 'cpg':
        if (this.group.isHidden) this.fonts.set(this.tableFont, value ?? 1252)
        return true
      case 'f':
        if (this.group.isHidden) {
          this.tableFont = value ?? 0
          return true
        }
        this.lines.flush()
        this.group = { ...this.group, font: value ?? 0 }
        this.takeFont()
        return true
      default:
        return false
    }
  }

  /** Handles words about lines, tables and signs. */
  private lineWord(name: string, value: number | null): void {
    if (!this.isSaid()) return
    if (this.lines.word(name, value)) return
    if (this.group.destination === '' && this.lines.beginDestination(name))
      this.group = { ...this.group, destination: name }
  }

  private isSaid(): boolean {
    return !this.group.isHidden && !this.group.isGone
  }

  private takeFont(): void {
    const font = this.group.font < 0 ? this.defaultFont : this.group.font
    this.lines.page = this.fonts.get(font) ?? null
  }

  /** Handles a byte of text. */
  private unit(code: number): void {
    if (this.skip > 0) this.skip -= 1
    else if (code !== 0 && this.isSaid()) this.lines.byte(code)
  }

  private say(text: string): void {
    if (this.isSaid()) this.lines.say(text)
  }
}
