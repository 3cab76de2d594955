import type { McpOffer } from '../../../../../shared/mcp-offers.ts'
import { lineText } from '../../../../platform/line-text.ts'
import { fillComposer } from '../drafts.ts'
import { insertPrompt } from './insert-offer.ts'
import { type MenuEntry, useMenu } from './menu-store.ts'

/** Entries for the prompts of servers. */
export function promptEntries(offers: readonly McpOffer[]): readonly MenuEntry[] {
  return offers.flatMap(({ prompts, server, serverId }) =>
    prompts.map((prompt) => ({
      key: `${serverId} ${prompt.name}`,
      title: lineText(prompt.title),
      description: lineText(prompt.description),
      source: lineText(server),
      choose: () => {
        fillComposer('')
        useMenu.setState({ query: null, at: 0, isDismissed: false })
        if (prompt.arguments.length === 0) void insertPrompt(serverId, prompt.name, server, {})
        else useMenu.setState({ prompt: { serverId, server, prompt } })
      },
    })),
  )
}
