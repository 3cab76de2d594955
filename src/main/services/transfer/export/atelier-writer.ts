import { atelierFormat, atelierVersion, type PortableConversation, type PortableMessage } from '../atelier-format.ts'
import type { ExportPlan } from './export-plan.ts'
import type { PortableReader } from './portable-reader.ts'

/**
 * Yields `atelier.json` piece by piece. `onUnits` receives progress in the units of `ExportPlan.units`; `shown` decides
 * which parts of a message are written.
 */
export function* atelierJson(
  plan: ExportPlan,
  reader: PortableReader,
  about: { readonly app: string; readonly exportedAt: number },
  onUnits: (units: number) => void,
  shown: (message: PortableMessage, of: PortableConversation) => PortableMessage = (message) => message,
): Generator<string> {
  const head = { format: atelierFormat, version: atelierVersion, ...about }
  yield `${JSON.stringify(head).slice(0, -1)},\n"media": [`
  yield* listed(plan.media.allMedia(), ({ entry }) => [JSON.stringify(entry)])
  yield '],\n"prompts": ['
  yield* listed(plan.prompts, (prompt) => [JSON.stringify(prompt)])
  yield '],\n"assistants": ['
  yield* listed(plan.assistants, (assistant) => [JSON.stringify(assistant)])
  yield '],\n"memories": ['
  yield* listed(plan.memories, (memory) => [JSON.stringify(memory)])
  yield '],\n"recipes": ['
  yield* listed(plan.recipes, (recipe) => [JSON.stringify(recipe)])
  yield '],\n"conversations": ['
  yield* listed(plan.chats, function* ({ item }) {
    const conversation = reader.conversation(item)
    yield `{"about": ${JSON.stringify(conversation)}, "messages": [`
    yield* listed(reader.items.messageIds(item.key.id), (id) => {
      onUnits(1)
      const found = reader.message(id)
      return found === null || conversation === null ? [] : [JSON.stringify(shown(found.message, conversation))]
    })
    onUnits(1)
    yield ']}'
  })
  yield '],\n"images": ['
  yield* listed(
    plan.images.flatMap(({ images }) => images),
    (item) => {
      onUnits(1)
      return [JSON.stringify(reader.image(item))]
    },
  )
  yield '],\n"transcripts": ['
  yield* listed(plan.transcripts, function* ({ item }) {
    yield `{"about": ${JSON.stringify(reader.transcript(item))}, "segments": [`
    yield* listed(reader.segmentsOf(item.key.id), (segment) => [JSON.stringify(segment)])
    onUnits(1)
    yield ']}'
  })
  yield '],\n"videos": ['
  yield* listed(plan.videos, (item) => {
    onUnits(1)
    return [JSON.stringify(reader.video(item))]
  })
  yield ']}\n'
}

/** Yields the elements of a list, one per line. */
function* listed<T>(values: Iterable<T>, write: (value: T) => Iterable<string>): Generator<string> {
  let first = true
  for (const value of values) {
    yield first ? '\n' : ',\n'
    first = false
    yield* write(value)
  }
}
