import { BookOpen } from 'lucide-react'
import { Chip } from '../../../components/Chip.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { focusComposer } from '../actions/drafts.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { useChosenCollections } from './use-chosen-collections.ts'

/** The collections that this chat uses, with a way to use none; nothing while it uses none. */
export function KnowledgeChip() {
  const { t } = useTranslation()
  const { choose, on } = useChosenCollections()
  const isTemporary = useChat(isTemporaryOpen)
  const [first] = on
  if (isTemporary || first === undefined) return null
  return (
    <Chip
      icon={BookOpen}
      title={t('knowledge.popoverTitle')}
      onOpen={() => useChat.setState({ knowledgeOpen: true })}
      removeWords={t('knowledge.useNone')}
      onRemove={() => {
        choose([])
        focusComposer()
      }}
    >
      {on.length === 1 ? <Line text={first.name} /> : t('knowledge.on', { count: on.length })}
    </Chip>
  )
}
