import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { TextDocument } from '../../../../shared/text-document.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './TextDocument.module.css'

interface VersionsOfTextProps {
  readonly document: TextDocument | null
  readonly isDisabled: boolean
  readonly onSelect: (version: string) => Promise<void>
}

/** A switch between the versions of a document: ‹ 2/3 ›. */
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
      <IconButton
        icon={ChevronLeft}
        words={t('message.previousVersion')}
        iconSize={15}
        size="small"
        disabled={isDisabled || versions[index - 1] === undefined}
        onClick={() => select(versions[index - 1])}
      />
      <span>{t('message.version', at)}</span>
      <IconButton
        icon={ChevronRight}
        words={t('message.nextVersion')}
        iconSize={15}
        size="small"
        disabled={isDisabled || versions[index + 1] === undefined}
        onClick={() => select(versions[index + 1])}
      />
    </fieldset>
  )
}
