import type { Memory } from '../../../../shared/memories.ts'
import { Button } from '../../../components/Button.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'

interface MemoryRowProps {
  readonly memory: Memory
  /** True if the fact would be sent, but does not fit. */
  readonly isLeft: boolean
  readonly onChange: (memory: Memory) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** A fact in the list, with its actions. */
export function MemoryRow({ memory, isLeft, onChange, onEdit, onDelete }: MemoryRowProps) {
  const { t } = useTranslation()
  const { isPaused, pinned, text } = memory
  const fact = lineText(text, 60)
  const marks = [
    ...(pinned ? [t('memory.pinned')] : []),
    ...(isPaused ? [t('memory.paused')] : isLeft ? [t('memory.notSent')] : []),
  ]
  return (
    <>
      <p className={pages.name}>{text}</p>
      {marks.length === 0 ? null : <p className={pages.hint}>{marks.join(' · ')}</p>}
      <div className={pages.actions}>
        <Button
          size="small"
          aria-label={pinned ? t('memory.unpinOf', { fact }) : t('memory.pinOf', { fact })}
          onClick={() => onChange({ ...memory, pinned: !pinned })}
        >
          {pinned ? t('memory.unpin') : t('memory.pin')}
        </Button>
        <Button
          size="small"
          aria-label={isPaused ? t('memory.useOf', { fact }) : t('memory.pauseOf', { fact })}
          onClick={() => onChange({ ...memory, isPaused: !isPaused })}
        >
          {isPaused ? t('memory.use') : t('memory.pause')}
        </Button>
        <Button size="small" aria-label={t('memory.editOf', { fact })} onClick={onEdit}>
          {t('memory.edit')}
        </Button>
        <Button size="small" aria-label={t('memory.deleteOf', { fact })} onClick={onDelete}>
          {t('memory.delete')}
        </Button>
      </div>
    </>
  )
}
