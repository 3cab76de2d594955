import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Message } from '../../../../shared/chat.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { selectVersion } from '../actions/answer-actions.ts'
import classes from './Message.module.css'

/** A switch between versions of a message: ‹ 2/3 ›. */
export function VersionSwitch({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { versions } = message
  if (versions.length < 2) return null
  const index = versions.indexOf(message.id)
  const before = versions[index - 1]
  const after = versions[index + 1]
  const at = { index: index + 1, count: versions.length }
  return (
    <fieldset className={classes.versions} aria-label={t('message.versionLabel', at)}>
      <IconButton
        icon={ChevronLeft}
        words={t('message.previousVersion')}
        iconSize={15}
        size="small"
        disabled={before === undefined}
        onClick={() => before !== undefined && void selectVersion(before)}
      />
      <span>{t('message.version', at)}</span>
      <IconButton
        icon={ChevronRight}
        words={t('message.nextVersion')}
        iconSize={15}
        size="small"
        disabled={after === undefined}
        onClick={() => after !== undefined && void selectVersion(after)}
      />
    </fieldset>
  )
}
