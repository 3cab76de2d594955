import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useLanguage } from '../../../platform/app-store.ts'
import { useEditor, useSession } from './editor-store.ts'
import type { Size } from './geometry.ts'
import classes from './MaskEditor.module.css'

/** Notes over the canvas: the preview's meaning, and recent events. */
export function StageNotes() {
  const { t } = useTranslation()
  const { source, picture } = useSession()
  const language = useLanguage()
  const preview = useEditor((state) => state.preview)
  const empty = useEditor((state) => state.marked === 0)
  const { width, height } = picture
  const bytes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  }).format(source.bytes / 1024 / 1024)
  return (
    <>
      {preview ? (
        <p className={classes.sent}>
          <span>{empty ? t('mask.sentAll') : t('mask.sentPart')}</span>
          <span>{t('mask.sentSizes', { width, height, bytes })}</span>
        </p>
      ) : null}
      <NoticeLine />
    </>
  )
}

function NoticeLine() {
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
          {sentences().map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          <button
            type="button"
            className={`${buttons.icon} ${buttons.tiny}`}
            aria-label={t('app.close')}
            title={t('app.close')}
            onClick={() => store.setState({ notice: null })}
          >
            <X size={15} />
          </button>
        </p>
      )}
    </div>
  )
}
