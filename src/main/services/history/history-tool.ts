import { z } from 'zod'
import type { FoundItem } from '../../../shared/history.ts'
import { historyKinds } from '../../../shared/history-limits.ts'
import { everything } from '../../../shared/history-query.ts'
import type { Tool } from '../tools/tool.ts'
import type { HistoryService } from './history-service.ts'

const inputSchema = z.object({ query: z.string(), kind: z.enum(historyKinds).optional() })
/** Maximum number of items of one result. */
const itemsMax = 20

/**
 * Searches the user's history by words, and by meaning if `usesMeaning` says so. The result goes to the gateway of the
 * chat, so the user is asked.
 */
export function historyTool(
  history: Pick<HistoryService, 'search' | 'searchByMeaning'>,
  usesMeaning: () => boolean,
): Tool {
  return {
    id: 'builtin:search_history',
    server: null,
    name: 'search_history',
    title: 'Search the history',
    description:
      'Searches the earlier chats, image prompts, transcripts and videos of the person. All words of the query must occur; quote a phrase to search for it as it is.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 500 },
        kind: { type: 'string', enum: [...historyKinds], description: 'Leave it out to search everything.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    hints: { readOnly: true, destructive: false, openWorld: false, costs: false },
    defaultRule: 'ask',
    async run(input) {
      const { query, kind } = inputSchema.parse(input)
      const filter = { ...everything, kinds: kind === undefined ? [] : [kind] }
      const { items } = usesMeaning()
        ? (await history.searchByMeaning({ text: query, filter })).found
        : await history.search({ text: query, filter, limit: itemsMax, next: null })
      const text = items.length === 0 ? 'Nothing was found.' : items.slice(0, itemsMax).map(foundText).join('\n\n')
      // answers of models and third-party text are in it
      return { text, isError: false, isUntrusted: items.length > 0 }
    },
  }
}

function foundText({ item, hits }: FoundItem): string {
  const day = new Date(item.at).toISOString().slice(0, 10)
  return [`${item.key.kind}, ${day}: ${item.title}`, ...hits.map(({ text }) => `- ${text.replace(/\s+/g, ' ')}`)].join(
    '\n',
  )
}
