import type { ImageDetail } from '../../../../shared/image.ts'
import classes from '../../../components/pictures/recipe.module.css'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { LongText } from '../../../components/words/LongText.tsx'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { Lineage } from './Lineage.tsx'

/** How the image was made, and what it belongs to. */
export function Recipe({ detail }: { detail: ImageDetail }) {
  const { t } = useTranslation()
  return (
    <aside className={classes.side} aria-label={t('images.recipe')}>
      <Text label={t('images.prompt')} text={detail.request.prompt} copy={t('images.copyPrompt')} />
      {detail.revisedPrompt === null || detail.revisedPrompt === detail.request.prompt ? null : (
        <Text label={t('images.revised')} text={detail.revisedPrompt} copy={t('images.copyRevised')} />
      )}
      <Facts detail={detail} />
      <Lineage detail={detail} />
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
      <p className={classes.text} dir="auto">
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
    ...(request.background == null ? [] : [[t('images.background'), t('images.transparent')] as const]),
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
