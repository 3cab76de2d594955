import { AtSign } from 'lucide-react'
import { Chip } from '../../../components/Chip.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { fillComposer, focusComposer } from '../actions/drafts.ts'
import { setOnceModel } from '../actions/once-model.ts'
import { useComposerEmpty } from '../state/composer-empty.ts'
import { useOnceTarget } from '../state/target.ts'

/** The model that answers the next message alone, with a way to leave it to the chat's own; nothing without one. */
export function OnceChip() {
  const { t } = useTranslation()
  const once = useOnceTarget()
  if (once === null) return null
  return (
    <Chip
      icon={AtSign}
      title={t('offers.once')}
      // a draft must not be replaced by the menu
      onOpen={() => (useComposerEmpty.getState().empty ? fillComposer('@') : focusComposer())}
      removeWords={t('offers.onceOff')}
      onRemove={() => {
        setOnceModel(null)
        focusComposer()
      }}
    >
      <Line text={once.model} />
    </Chip>
  )
}
