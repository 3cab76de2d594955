import { create } from 'zustand'
import type { ToolInfo } from '../../shared/tools.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** All tools there are now, as main last told. */
export const useTools = create<{ readonly tools: readonly ToolInfo[] }>(() => ({ tools: [] }))

export function keepTools(tools: readonly ToolInfo[]): void {
  useTools.setState({ tools })
}

async function load(): Promise<void> {
  const answer = await call('tools.list', {})
  if (answer.ok) keepTools(answer.value)
}

/** Loads the tools and keeps them up to date, as long as the page lives. */
export async function followTools(): Promise<void> {
  on('tools.changed', keepTools)
  onReconnect(() => void load())
  await load()
}
