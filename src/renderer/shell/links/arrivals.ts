import { call, on } from '../../platform/bridge/client.ts'
import { askAboutFiles, followLink } from './links-store.ts'

/** Asks about links and files from the system, including those that arrived before the page. */
export async function followArrivals(): Promise<void> {
  on('arrivals.waiting', () => void takeArrivals())
  await takeArrivals()
}

async function takeArrivals(): Promise<void> {
  const answer = await call('arrivals.take', {})
  if (!answer.ok) return
  const files = answer.value.flatMap((arrival) =>
    arrival.kind === 'file' ? [{ name: arrival.name, pass: () => call('arrivals.file', { id: arrival.id }) }] : [],
  )
  askAboutFiles(files)
  for (const arrival of answer.value) if (arrival.kind === 'link') await followLink(arrival.text)
}
