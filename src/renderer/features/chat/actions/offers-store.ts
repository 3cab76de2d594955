import { create } from 'zustand'
import type { McpOffer } from '../../../../shared/mcp-offers.ts'
import { call, on, onReconnect } from '../../../platform/bridge/client.ts'

/** Prompts and resources of the running servers, as last reported by main. */
export const useOffers = create<{ readonly offers: readonly McpOffer[] }>(() => ({ offers: [] }))

async function load(): Promise<void> {
  const answer = await call('mcp.offers', {})
  if (answer.ok) useOffers.setState({ offers: answer.value })
}

/** Loads the offers of servers and keeps them up to date, for the lifetime of the page. */
export async function followOffers(): Promise<void> {
  on('mcp.offersChanged', (offers) => useOffers.setState({ offers }))
  onReconnect(() => void load())
  await load()
}
