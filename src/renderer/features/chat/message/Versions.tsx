import { ChevronLeft, ChevronRight } from 'lucide-react'
import frames from '../../../components/frames.module.css'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

interface VersionsProps {
  readonly kind: 'message' | 'document'
  readonly versions: readonly string[]
  readonly shown: string
  readonly isDisabled?: boolean
  readonly className?: string | undefined
  readonly onSelect: (version: string) => void
}

/** A switch between versions: ‹ 2/3 ›; nothing if there is only one. */
export function Versions({ kind, versions, shown, isDisabled = false, className, onSelect }: VersionsProps) {
  const { t } = useTranslation()
  if (versions.length < 2) return null
  const index = versions.indexOf(shown)
  const at = { index: index + 1, count: versions.length }
  const step = (icon: typeof ChevronLeft, words: string, version: string | undefined) => (
    <IconButton
      icon={icon}
      words={words}
      iconSize={15}
      size="small"
      disabled={isDisabled || version === undefined}
      onClick={() => version !== undefined && onSelect(version)}
    />
  )
  return (
    <fieldset
      className={[frames.group, className].filter(Boolean).join(' ')}
      aria-label={t(kind === 'message' ? 'message.versionLabel' : 'text.versions', at)}
    >
      {step(ChevronLeft, t('message.previousVersion'), versions[index - 1])}
      <span>{t('message.version', at)}</span>
      {step(ChevronRight, t('message.nextVersion'), versions[index + 1])}
    </fieldset>
  )
}
