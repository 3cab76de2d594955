import { ChevronRight } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { ImageDetail, ImageSummary } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { openImage } from '../studio-actions.ts'
import classes from './Lineage.module.css'

/** The image's source, its descendants and its batch. */
export function Lineage({ detail }: { detail: ImageDetail }) {
  const { t } = useTranslation()
  const { summary, ancestors, descendants, index, siblings, source } = detail
  const line = [...ancestors].reverse()
  // a source outside the gallery has no page, but it is the origin of the line
  const outside = source !== null && line.length === 0 ? source : null
  const hasLine = line.length > 0 || descendants.length > 0 || outside !== null
  if (!hasLine && siblings.length === 0) return null
  return (
    <>
      {hasLine ? (
        <Strip label={t('images.lineage')}>
          {outside === null ? null : (
            <>
              <li className={classes.plain} title={t('images.sourceAlt')}>
                <img src={mediaUrl(outside.id)} alt={t('images.sourceAlt')} decoding="async" />
              </li>
              <Arrow />
            </>
          )}
          {line.map((image) => (
            <Fragment key={image.id}>
              <Thumb image={image} />
              <Arrow />
            </Fragment>
          ))}
          <Thumb image={summary} current />
          {descendants.length === 0 ? null : <Arrow />}
          {descendants.map((image) => (
            <Thumb key={image.id} image={image} />
          ))}
        </Strip>
      ) : null}
      {siblings.length === 0 ? null : (
        <Strip label={t('images.siblings')}>
          {siblings.toSpliced(index, 0, summary).map((image) => (
            <Thumb key={image.id} image={image} current={image.id === summary.id} />
          ))}
        </Strip>
      )}
    </>
  )
}

function Strip({ label, children }: { label: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className={classes.label}>
        {label}
      </h2>
      <ul className={classes.strip} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

function Arrow() {
  return (
    <li className={classes.arrow} aria-hidden="true">
      <ChevronRight size={14} />
    </li>
  )
}

function Thumb({ image, current = false }: { image: ImageSummary; current?: boolean }) {
  return (
    <li>
      <Button
        kind="plain"
        className={classes.thumb}
        aria-current={current ? 'true' : undefined}
        title={lineText(image.promptStart)}
        onClick={() => openImage(image.id)}
      >
        <img src={mediaUrl(image.thumbnailId ?? image.media.id)} alt={image.promptStart} decoding="async" />
      </Button>
    </li>
  )
}
