import { gotTextMax } from '../../shared/request-limits.ts'
import { EventLines } from './event-lines.ts'
import type { KeyFilter, PartsFilter } from './key-filter.ts'
import { isFields } from './liberal-fields.ts'
import { readLiberalJson } from './liberal-json.ts'

/** Maximum number of members that are tracked separately. */
const membersMax = 1_000

/** One member over all events. */
interface Member {
  readonly parts: PartsFilter
  /** Texts that were not searched yet. */
  readonly texts: string[]
}

/**
 * Finds a key that is split over several events of a body, within the part that a record keeps. Byte filters miss it,
 * because the rest of an event lies between the parts. Joins the texts of each member over all events, and filters
 * them.
 */
export class SplitKeyFinder {
  private readonly filter: KeyFilter
  private readonly utf8 = new TextDecoder()
  private readonly lines = new EventLines()
  private readonly members = new Map<string, Member>()
  /** Members with new texts since the last search. */
  private readonly grown = new Set<Member>()
  /** UTF-16 units that may still be kept. */
  private room = gotTextMax
  private found = false

  constructor(filter: KeyFilter) {
    this.filter = filter
  }

  /** Reads the next bytes. Returns whether a key was found so far. */
  push(bytes: Uint8Array): boolean {
    if (!this.found && this.room > 0 && this.filter.canFind) this.scanText(this.utf8.decode(bytes, { stream: true }))
    return this.found
  }

  /** Handles the end of the body. Returns whether a key was found. */
  endText(): boolean {
    if (this.found || !this.filter.canFind) return this.found
    this.scanText(this.utf8.decode())
    for (const { data } of this.lines.endLines()) this.event(data, this.room === 0)
    this.searchGrown()
    for (const { parts } of this.members.values()) parts.end()
    this.found = [...this.members.values()].some(({ parts }) => parts.hasCut)
    return this.found
  }

  private scanText(text: string): void {
    const kept = text.slice(0, this.room)
    this.room -= kept.length
    for (const { data } of this.lines.push(kept)) this.event(data)
    this.searchGrown()
  }

  /** Reads one event. `isCut`: its end is not kept. */
  private event(data: string, isCut = false): void {
    // most likely cut inside a text
    const read = readLiberalJson(isCut ? `${data}"` : data)
    if (read !== null && read.rest === '' && (read.whole || isCut)) {
      this.value('', read.value)
      return
    }
    const lines = data.split('\n')
    // several events without a blank line between them, or not JSON
    if (lines.length > 1) for (const line of lines) this.event(line)
    else this.addText('', data)
  }

  private value(name: string, value: unknown): void {
    if (typeof value === 'string') this.addText(name, value)
    // the depth is bounded by `readLiberalJson`
    else if (Array.isArray(value)) for (const item of value) this.value(name, item)
    else if (isFields(value)) {
      // choices and calls are interleaved: their positions distinguish them
      const entries = Object.entries(value)
      let place = `${name}.`
      for (const [key, at] of entries) if (key.endsWith('index')) place += `${key}=${at},`
      for (const [key, inner] of entries) this.value(`${place}.${key}`, inner)
    }
  }

  /** Adds a text to its member. A text of a member beyond the maximum is searched alone. */
  private addText(name: string, text: string): void {
    const known = this.members.get(name)
    const member = known ?? { parts: this.filter.parts(), texts: [] }
    if (known === undefined && this.members.size < membersMax) this.members.set(name, member)
    member.texts.push(text)
    this.grown.add(member)
  }

  /** Searches the new texts of each member together: a burst brings thousands of them at once. */
  private searchGrown(): void {
    for (const { parts, texts } of this.grown) {
      parts.push(texts.splice(0).join(''))
      this.found ||= parts.hasCut
    }
    this.grown.clear()
  }
}
