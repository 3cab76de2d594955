import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { KeptKind, Leftovers } from '../../../shared/kept-answer.ts'
import { failureOf } from '../../faults.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import { leftoversOf } from '../../gateway/chat-answer.ts'
import type { RawAnswer } from '../../gateway/exchange.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { AnswerOwner, KeptAnswers, StoredAnswer } from '../../storage/kept-answers.ts'
import type { MediaRemover } from '../media/media-remover.ts'

/** Longest part of a body given to a page, in UTF-16 units. */
const shownTextMax = 400_000

export interface AnswerKeeperParts extends Pick<Ports, 'events' | 'clock' | 'log'> {
  readonly database: Database
  readonly answers: KeptAnswers
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly answerReader: AnswerReader
}

/** The part of the keeper that queues use. */
export type KeepsAnswers = Pick<
  AnswerKeeper,
  'has' | 'keepAnswer' | 'recordRead' | 'answersOf' | 'bodyOf' | 'bodyTextOf'
>

/** Stores the bodies of paid answers before they are read, and keeps them while a part is unused. */
export class AnswerKeeper {
  private readonly parts: AnswerKeeperParts

  constructor(parts: AnswerKeeperParts) {
    this.parts = parts
  }

  /**
   * Stores a body as received. Null when the disk refuses, because that must not lose the answer itself. Never rejects.
   */
  async keepAnswer(owner: AnswerOwner, { body, contentType, status, whole }: RawAnswer): Promise<StoredAnswer | null> {
    const { answers, clock, database, library, log, remover } = this.parts
    const added: string[] = []
    try {
      const media = await library.addMedia(body, { mime: 'application/octet-stream', width: null, height: null })
      added.push(media.id)
      const release = remover.hold(media.id)
      try {
        const about = {
          receivedAt: clock.now(),
          status,
          contentType: contentType.slice(0, 200),
          whole,
          mediaId: media.id,
        }
        const id = database.durably(() => answers.insertAnswer(owner, about))
        this.emitKeptChanged(owner)
        return answers.findAnswer(id)
      } finally {
        release()
      }
    } catch (cause) {
      log('error', 'the body of an answer could not be kept', { code: failureOf(cause).code })
      await remover.removeUnreferenced(added)
      return null
    }
  }

  /** Records that an answer was read. Without leftovers its body is removed, because everything is stored elsewhere. */
  async recordRead(kept: StoredAnswer | null, leftovers: Leftovers | null): Promise<void> {
    if (kept === null) return
    const { answers, log, remover } = this.parts
    try {
      if (leftovers === null) answers.removeAnswer(kept.id)
      else answers.recordUnused(kept.id, leftoversOf(leftovers.also, leftovers.skipped))
      this.emitKeptChanged(kept)
      if (leftovers === null) await remover.removeUnreferenced([kept.mediaId])
    } catch (cause) {
      log('warn', 'a kept answer could not be noted', { code: failureOf(cause).code })
    }
  }

  /** Returns true if any answer of a message or job is kept. */
  has(kind: KeptKind, ownerId: string): boolean {
    return this.parts.answers.has(kind, ownerId)
  }

  answersOf(kind: KeptKind, ownerId: string): readonly StoredAnswer[] {
    return this.parts.answers.answersOf(kind, ownerId)
  }

  /** Returns the body as received. Throws an AppFailure when the library has lost it. */
  async bodyOf(answer: StoredAnswer): Promise<Uint8Array> {
    const { library } = this.parts
    const media = library.findMedia(answer.mediaId) ?? fail('not_found', 'the answer is not kept any more')
    return await library.readMedia(media)
  }

  /** Returns the body as text, for answers that are always small. Throws as `bodyOf` does. */
  async bodyTextOf(answer: StoredAnswer): Promise<string> {
    return new TextDecoder().decode(await this.bodyOf(answer))
  }

  listAnswers({ kind, limit, offset, ownerId }: CallInput<'answers.kept'>): CallOutput<'answers.kept'> {
    const all = this.answersOf(kind, ownerId)
    const answers = all.slice(offset, offset + limit).map(({ id, leftovers, mediaId, receivedAt, state, whole }) => ({
      id,
      receivedAt,
      bytes: this.parts.library.findMedia(mediaId)?.bytes ?? 0,
      whole,
      state,
      // an earlier version stored all leftovers
      leftovers: leftoversOf(leftovers.also, leftovers.skipped),
    }))
    return { answers, total: all.length }
  }

  async raw({ id }: CallInput<'answers.raw'>): Promise<CallOutput<'answers.raw'>> {
    const body = await this.bodyOf(
      this.parts.answers.findAnswer(id) ?? fail('not_found', 'the answer is not kept any more'),
    )
    return await this.parts.answerReader.bodyText(body, shownTextMax)
  }

  private emitKeptChanged({ kind, ownerId }: Pick<AnswerOwner, 'kind' | 'ownerId'>): void {
    this.parts.events.emit('answers.changed', { kind, ownerId })
  }
}
