import { call } from './bridge/client.ts'

/** Opens a link through main, which checks it. Resolves to false when it was refused. */
export async function openLink(url: string): Promise<boolean> {
  const answer = await call('links.open', { url })
  if (!answer.ok) return false
  if (answer.value.by === 'page') window.open(answer.value.url, '_blank', 'noopener,noreferrer')
  return true
}
