import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import type { CitedPlace, OpenedCitation } from '../../../../shared/knowledge.ts'
import type { ToolCall } from '../../../../shared/tools.ts'
import { webTools } from '../../../../shared/web-tool-ids.ts'
import type { Citations } from '../../../components/markdown/citation-context.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { openItem } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { openLink } from '../../../platform/open-link.ts'
import { useChat } from '../state/chat-store.ts'
import { placeName } from '../state/place-name.ts'

interface CitationsState {
  readonly conversationId: string | null
  readonly places: ReadonlyMap<number, CitedPlace>
  /** The passage that the viewer shows; null while it is closed. */
  readonly opened: OpenedCitation | null
}

/** The passages that were sent in the open conversation. */
export const useCitationStore = create<CitationsState>(() => ({
  conversationId: null,
  places: new Map(),
  opened: null,
}))

async function load(conversationId: string): Promise<void> {
  const answer = await call('knowledge.citations', { conversationId })
  if (!answer.ok || useChat.getState().chat.open?.conversation.id !== conversationId) return
  useCitationStore.setState({ conversationId, places: new Map(answer.value.map((one) => [one.number, one])) })
}

export function closePassage(): void {
  useCitationStore.setState({ opened: null })
}

/**
 * Opens a passage: in the viewer, as a message of its chat, in its transcript, playing, or as a web page after the link
 * check.
 */
export async function openPassage(conversationId: string, number: number): Promise<void> {
  const place = useCitationStore.getState().places.get(number)?.place
  if (place?.kind === 'web' && place.document !== '' && (await openLink(place.document))) return
  const answer = await call('knowledge.open', { conversationId, number })
  if (!answer.ok) {
    tellError(answer.error)
    return
  }
  const { citation, state } = answer.value
  const { atMs, document, kind, partId } = citation.place
  if (state === 'same' && (kind === 'chat' || kind === 'transcript')) {
    closePassage()
    openItem({ key: { kind, id: document }, partId, search: null, playFromMs: kind === 'transcript' ? atMs : null })
  } else useCitationStore.setState({ opened: answer.value })
}

function isDoneSearch({ state, toolId }: ToolCall): boolean {
  return state === 'done' && webTools.includes(toolId ?? '')
}

/** Returns the citations of the open conversation; null if it has none. */
export function useCitations(): Citations | null {
  const { t } = useTranslation()
  const id = useChat((state) => state.chat.open?.conversation.id ?? null)
  // numbers only grow, so that a new highest number means more passages
  const greatest = useChat((state) =>
    Math.max(0, ...(state.chat.open?.messages ?? []).flatMap(({ passages = [] }) => passages)),
  )
  // the tools of a running answer add passages too
  const searches = useChat((state) =>
    (state.chat.open?.messages ?? []).reduce((sum, { calls = [] }) => sum + calls.filter(isDoneSearch).length, 0),
  )
  const { conversationId, places } = useCitationStore()
  useEffect(() => {
    closePassage()
    if (id === null) useCitationStore.setState({ conversationId: null, places: new Map() })
  }, [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when there are more
  useEffect(() => {
    if (id !== null) void load(id)
  }, [id, greatest, searches])
  return useMemo(() => {
    if (id === null || id !== conversationId || places.size === 0) return null
    return {
      nameOf: (number) => {
        const cited = places.get(number)
        return cited === undefined ? null : placeName(t, cited.place)
      },
      open: (number) => void openPassage(id, number),
    }
  }, [id, conversationId, places, t])
}
