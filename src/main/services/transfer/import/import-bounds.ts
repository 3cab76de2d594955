import { fail } from '../../../../shared/errors.ts'
import { textMax } from '../atelier-format.ts'
import type { JsonBounds } from './json-values.ts'
import type { PictureSource, Portable } from './portable-items.ts'

/** Messages of one conversation, with those that are passed over. */
export const messagesMax = 100_000
/** Pictures of one message. */
export const picturesMax = 1_000
/** Conversations, messages, pictures and the like of one import. */
const itemsMax = 2_000_000
/** Segments of one transcript: a day of speech has some 30,000. */
const segmentsMax = 100_000
/** Versions of one message. */
const versionsMax = 10_000
/** Models, tags and collections to choose from. */
const namesMax = 10_000
/** Tags and places in collections of one import. */
const marksMax = 200_000
/** Parts that wait on the disk for the messages that name them. */
export const partsMax = 1_000_000
/** One item of Atelier's own export: a segment of 20,000 words is the largest. */
export const itemBounds: JsonBounds = { bytes: 64 * 1024 * 1024, depth: 64, values: 200_000 }
/** An honest import gives out less than it takes on the disk. */
const growthMax = 4
/** Short imports may share parts, in characters. */
const harmlessGrowth = 16 * 1024 * 1024
/** Fixed cost of an item besides its text, in characters. */
const itemCost = 64

/** Most characters yielded from parts that are used more than once, for JSON of so many bytes. */
export function growthAllowed(jsonBytes: number): number {
  return harmlessGrowth + growthMax * jsonBytes
}

/** Counts what is read of an import. `spend` throws an AppFailure `import_not_read` where it is more than an import can hold. */
export class ImportBudget {
  private readonly charactersMax: number
  private characters = 0
  private items = 0
  private marks = 0
  /** Of the conversation or transcript that is being read. */
  private parts = 0
  private readonly versions = new Map<string | null, number>()
  private readonly names = new Set<string>()

  constructor(jsonBytes: number) {
    this.charactersMax = growthAllowed(jsonBytes)
  }

  spend(portable: Portable<PictureSource>): void {
    this.items += 1
    this.marks += marksOf(portable)
    this.characters += itemCost
    this.spendInside(portable)
    for (const name of namesOf(portable)) this.names.add(name)
    if (this.names.size > namesMax) fail('import_not_read', 'far too many models, tags or collections')
    if (portable.type === 'message') {
      const { length } = portable.message.text
      if (length > textMax) fail('import_not_read', 'a message that is far too long')
      this.characters += length + portable.pictures.length * itemCost
    }
    if (this.items > itemsMax || this.marks > marksMax) fail('import_not_read', 'far too many items')
    if (this.characters > this.charactersMax) fail('import_not_read', 'far more text than the file has')
  }

  /** Counts what main reads as one list. */
  private spendInside(portable: Portable<PictureSource>): void {
    this.parts += 1
    switch (portable.type) {
      case 'conversation':
      case 'transcript':
        this.parts = 0
        this.versions.clear()
        break
      case 'segment':
        if (this.parts > segmentsMax) fail('import_not_read', 'a transcript of far too many segments')
        break
      case 'message': {
        const { parentId } = portable.message
        const versions = (this.versions.get(parentId) ?? 0) + 1
        this.versions.set(parentId, versions)
        if (this.parts > messagesMax) fail('import_not_read', 'a conversation of far too many messages')
        if (versions > versionsMax) fail('import_not_read', 'far too many versions of one message')
        break
      }
      default:
    }
  }
}

function namesOf(portable: Portable<PictureSource>): readonly string[] {
  switch (portable.type) {
    case 'message':
      return [portable.message.model]
    case 'conversation':
      return [portable.conversation.model, ...portable.conversation.tags]
    case 'image':
      return [portable.image.model, ...portable.image.tags, ...portable.image.collections.map(({ id }) => id)]
    case 'transcript':
      return [portable.transcript.model, ...portable.transcript.tags]
    case 'video':
      return [portable.video.request.model, ...portable.video.tags]
    default:
      return []
  }
}

function marksOf(portable: Portable<PictureSource>): number {
  switch (portable.type) {
    case 'conversation':
      return portable.conversation.tags.length
    case 'image':
      return portable.image.tags.length + portable.image.collections.length
    case 'transcript':
      return portable.transcript.tags.length
    case 'video':
      return portable.video.tags.length
    default:
      return 0
  }
}
