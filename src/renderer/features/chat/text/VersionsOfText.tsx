import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { TextDocument } from '../../../../shared/text-document.ts'
import buttons from '../../../components/buttons.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './TextDocument.module.css'

interface VersionsOfTextProps {
  readonly document: TextDocument | null
  readonly isDisabled: boolean
  readonly onSelect: (version: string) => Promise<void>
}

/** Switches between the versions of a document: ‹ 2/3 ›. */
export function VersionsOfText({ document, isDisabled, onSelect }: VersionsOfTextProps) {
  const { t } = useTranslation()
  if (document === null || document.version === null || document.versions.length < 2) return null
  const { version, versions } = document
  const index = versions.indexOf(version)
  const at = { index: index + 1, count: versions.length }
  const select = (id: string | undefined) => {
    if (id !== undefined) void onSelect(id)
  }
  return (
    <fieldset className={classes.versions} aria-label={t('text.versions', at)}>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('message.previousVersion')}
        disabled={isDisabled || versions[index - 1] === undefined}
        onClick={() => select(versions[index - 1])}
      >
        <ChevronLeft size={15} />
      </button>
      <span>{t('message.version', at)}</span>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('message.nextVersion')}
        disabled={isDisabled || versions[index + 1] === undefined}
        onClick={() => select(versions[index + 1])}
      >
        <ChevronRight size={15} />
      </button>
    </fieldset>
  )
}
