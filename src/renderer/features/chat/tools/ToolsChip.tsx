import { Wrench } from 'lucide-react'
import { webTools } from '../../../../shared/web-tool-ids.ts'
import { Chip } from '../../../components/Chip.tsx'
import { toolTitle } from '../../../components/tools/tool-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { focusComposer } from '../actions/drafts.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { useChosenTools } from './use-chosen-tools.ts'

/** The tools that are on in this chat, with a way to turn them off; nothing while none is on. */
export function ToolsChip() {
  const { t } = useTranslation()
  const { choice, choose, on: all } = useChosenTools()
  // the web has a chip of its own
  const on = all.filter(({ id }) => !webTools.includes(id))
  const isTemporary = useChat(isTemporaryOpen)
  const [first] = on
  if (isTemporary || first === undefined) return null
  return (
    <Chip
      icon={Wrench}
      title={t('tools.title')}
      onOpen={() => useChat.setState({ toolsOpen: true })}
      removeWords={t('tools.allOff')}
      onRemove={() => {
        choose({ ...choice, enabled: choice.enabled.filter((id) => webTools.includes(id)) })
        focusComposer()
      }}
    >
      {on.length === 1 ? <Line text={toolTitle(t, first)} /> : t('tools.on', { count: on.length })}
    </Chip>
  )
}
