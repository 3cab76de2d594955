import { offeredToolsMax } from '../../../../shared/tool-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { useChosenTools } from '../tools/use-chosen-tools.ts'
import composer from './Composer.module.css'

/** A warning before a message is sent with more tools than gateways accept, with a way to choose. */
export function ManyToolsNote() {
  const { t } = useTranslation()
  const on = useChosenTools().on.length
  const isTemporary = useChat(isTemporaryOpen)
  const isShown = on > offeredToolsMax && !isTemporary
  return (
    <div className={composer.late} data-shown={isShown || undefined}>
      <p role="status">{isShown ? t('tools.tooMany', { on, max: offeredToolsMax }) : null}</p>
      {isShown ? (
        <Button size="small" onClick={() => useChat.setState({ toolsOpen: true })}>
          {t('tools.choose')}
        </Button>
      ) : null}
    </div>
  )
}
