import { Globe } from 'lucide-react'
import { webTools } from '../../../../shared/web-tool-ids.ts'
import { Chip } from '../../../components/Chip.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showSettings } from '../../../platform/navigation.ts'
import { focusComposer } from '../actions/drafts.ts'
import { withTools } from '../state/chat-tools.ts'
import { useChosenTools } from '../tools/use-chosen-tools.ts'

/** Shows that this chat searches the web, with a way to stop that. */
export function WebChip() {
  const { t } = useTranslation()
  const { choice, choose } = useChosenTools()
  return (
    <Chip
      icon={Globe}
      title={t('web.title')}
      onOpen={() => showSettings('tools')}
      removeWords={t('web.turnOff')}
      onRemove={() => {
        choose(withTools(choice, webTools, false))
        focusComposer()
      }}
    >
      {t('web.chip')}
    </Chip>
  )
}
