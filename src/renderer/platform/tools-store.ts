import { create } from 'zustand'
import type { ToolInfo } from '../../shared/tools.ts'
import { call, on, onReconnect } from './bridge/client.ts'

/** All tools that are currently available, as last reported by main. */
export const useTools = create<{ readonly tools: readonly ToolInfo[] }>(() => ({ tools: [] }))

export function keepTools(tools: readonly ToolInfo[]): void {
  useTools.setState({ tools })
}

async function load(): Promise<void> {
  const answer = await call('tools.list', {})
  if (answer.ok) keepTools(answer.value)
}

/** Loads the tools and keeps them up to date, for the lifetime of the page. */
export async function followTools(): Promise<void> {
  on('tools.changed', keepTools)
  onReconnect(() => void load())
  await load()
}
