import { X } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useEditor, useSession } from './editor-store.ts'
import type { Size } from './geometry.ts'
import classes from './MaskEditor.module.css'

/** Note over the canvas about a recent event. */
export function StageNote() {
  const { t } = useTranslation()
  const { store, picture } = useSession()
  const notice = useEditor((state) => state.notice)
  const { width, height } = picture
  const fitted = ({ width: fromWidth, height: fromHeight }: Size): string =>
    t('mask.notice.fitted', { fromWidth, fromHeight, width, height })
  const sentences = (): readonly string[] => {
    switch (notice?.kind) {
      case undefined:
        return []
      case 'saved':
        return [t('mask.notice.saved')]
      case 'refitted':
        return [fitted(notice.from)]
      case 'loaded':
        return [t(`mask.notice.${notice.rule}`), ...(notice.from === null ? [] : [fitted(notice.from)])]
    }
  }
  return (
    <div role="status" className={classes.noticePlace}>
      {notice === null ? null : (
        <p className={classes.notice}>
          <span className={classes.sentences}>
            {sentences().map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </span>
          <IconButton
            icon={X}
            words={t('app.close')}
            iconSize={15}
            size="small"
            onClick={() => store.setState({ notice: null })}
          />
        </p>
      )}
    </div>
  )
}
