import { fail } from '../../../../shared/errors.ts'
import { type PortableMessage, textLengthOf } from '../atelier-format.ts'
import { textMax } from '../portable-fields.ts'
import type { JsonBounds } from './json-values.ts'
import type { PictureSource, Portable } from './portable-items.ts'

/** Maximum number of messages of one conversation, including skipped ones. */
export const messagesMax = 100_000
/** Maximum number of pictures of one message. */
export const picturesMax = 1_000
/** Maximum number of conversations, messages, pictures and similar items of one import. */
const itemsMax = 2_000_000
/** Maximum number of segments of one transcript; a day of speech has about 30,000. */
const segmentsMax = 100_000
/** Maximum number of versions of one message. */
const versionsMax = 10_000
/** Maximum number of models, tags and collections to choose from. */
const namesMax = 10_000
/** Maximum number of tags and collection memberships of one import. */
const marksMax = 200_000
/** Maximum number of parts stored on disk until a message names them. */
export const partsMax = 1_000_000
/** Bounds of one item in Atelier's own export; a segment of 20,000 words is the largest. */
export const itemBounds: JsonBounds = { bytes: 64 * 1024 * 1024, depth: 64, values: 200_000 }
/** Largest ratio of an import's output to its size on disk. */
const growthMax = 4
/** Output that is allowed at any ratio, in characters, because short imports may share parts. */
const harmlessGrowth = 16 * 1024 * 1024
/** Fixed cost of an item besides its text, in characters. */
const itemCost = 64

/**
 * Returns the maximum number of characters yielded from parts that are used more than once, for an import of
 * `jsonBytes`.
 */
export function growthAllowed(jsonBytes: number): number {
  return harmlessGrowth + growthMax * jsonBytes
}

/** Counts the content of an import. `spend` throws an AppFailure `import_not_read` beyond the bounds. */
export class ImportBudget {
  private readonly charactersMax: number
  private characters = 0
  private items = 0
  private marks = 0
  /** Parts of the conversation or transcript being read. */
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
    if (portable.type === 'prompt') this.characters += portable.prompt.text.length
    if (portable.type === 'assistant') this.characters += portable.assistant.parameters.system.length
    if (portable.type === 'message') {
      const { length } = portable.message.text
      if (length > textMax) fail('import_not_read', 'a message that is far too long')
      this.characters +=
        textLengthOf(portable.message) +
        portable.pictures.length * itemCost +
        callsLength(portable.message) +
        passagesLength(portable.message)
    }
    if (this.items > itemsMax || this.marks > marksMax) fail('import_not_read', 'far too many items')
    if (this.characters > this.charactersMax) fail('import_not_read', 'far more text than the file has')
  }

  /** Counts the elements that main reads as one list. */
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
      return [
        portable.video.request.model,
        ...portable.video.tags,
        ...(portable.video.storyboards ?? []).map(({ id }) => id),
        ...(portable.video.collections ?? []).map(({ id }) => id),
      ]
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
    case 'video': {
      const { collections = [], storyboards = [], tags } = portable.video
      return tags.length + storyboards.length + collections.length
    }
    default:
      return 0
  }
}

/** Returns the length of a message's calls, with a fixed cost for each call, in UTF-16 units. */
function callsLength({ rounds = [] }: PortableMessage): number {
  const calls = rounds.flatMap((round) => round.calls)
  return calls.reduce((sum, { arguments: said, result }) => sum + said.length + result.length + itemCost, 0)
}

/** Returns the length of a message's passages, with a fixed cost for each, in UTF-16 units. */
function passagesLength({ passages = [] }: PortableMessage): number {
  return passages.reduce((sum, { quote }) => sum + quote.length + itemCost, 0)
}
