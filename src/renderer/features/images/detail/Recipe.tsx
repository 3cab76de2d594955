import { Pencil, RotateCcw, Shuffle } from 'lucide-react'
import type { ImageDetail } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import classes from '../../../components/pictures/recipe.module.css'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { LongText } from '../../../components/words/LongText.tsx'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { editImage, fillAgain, vary } from './detail-actions.ts'

/** How the image was made, with actions based on it. Without its file (`lost`), it cannot be a source. */
export function Recipe({ detail, lost }: { detail: ImageDetail; lost: boolean }) {
  const { t } = useTranslation()
  return (
    <aside className={classes.side} aria-label={t('images.recipe')}>
      <div className={classes.actions}>
        <Button size="small" onClick={() => fillAgain(detail)}>
          <RotateCcw size={14} aria-hidden="true" />
          {t('images.useAgain')}
        </Button>
        <Button size="small" disabled={lost} onClick={() => void vary(detail)}>
          <Shuffle size={14} aria-hidden="true" />
          {t('images.vary')}
        </Button>
        <Button size="small" disabled={lost} onClick={() => void editImage(detail)}>
          <Pencil size={14} aria-hidden="true" />
          {t('images.edit')}
        </Button>
      </div>
      <Text label={t('images.prompt')} text={detail.request.prompt} copy={t('images.copyPrompt')} />
      {detail.revisedPrompt === null || detail.revisedPrompt === detail.request.prompt ? null : (
        <Text label={t('images.revised')} text={detail.revisedPrompt} copy={t('images.copyRevised')} />
      )}
      <Facts detail={detail} />
    </aside>
  )
}

function Text({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div>
      <div className={classes.label}>
        <h2>{label}</h2>
        <CopyButton text={() => text} label={copy} />
      </div>
      <p className={classes.text}>
        <LongText text={text} />
      </p>
    </div>
  )
}

function Facts({ detail }: { detail: ImageDetail }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { request, summary } = detail
  const actual = pixelsOf(summary.media)
  const asked = request.size?.replace('x', '×') ?? null
  // the requested size is shown only when the actual one differs
  const size = asked === null || asked === actual ? actual : t('images.sizeOther', { actual, asked })
  const date = momentWords(language, summary.createdAt)
  const { edit } = request
  const notPutBack = edit !== null && edit.maskId !== null && edit.keepOutside && detail.raw === null
  const rows: readonly (readonly [string, string])[] = [
    [t('images.model'), request.model],
    [t('images.size'), size],
    ...(request.quality === null
      ? []
      : [[t('images.quality'), request.quality === 'hd' ? t('images.hd') : t('images.standard')] as const]),
    [t('images.date'), date],
    ...(detail.count > 1
      ? [[t('images.batch'), t('images.place', { index: detail.index + 1, total: detail.count })] as const]
      : []),
  ]
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notPutBack ? <p className={classes.text}>{t('images.notPutBack')}</p> : null}
    </>
  )
}
