import { ChevronRight } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { ImageDetail, ImageSummary } from '../../../../shared/image.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { Button } from '../../../components/Button.tsx'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { openImage } from '../studio-actions.ts'
import classes from './Lineage.module.css'

/** The image's source, its descendants and its batch. */
export function Lineage({ detail }: { detail: ImageDetail }) {
  const { t } = useTranslation()
  const { summary, ancestors, descendants, index, references, siblings, source } = detail
  const line = [...ancestors].reverse()
  // a source outside the gallery has no page, but it is the origin of the line
  const outside = source !== null && line.length === 0 ? source : null
  const hasLine = line.length > 0 || descendants.length > 0 || outside !== null
  if (!hasLine && siblings.length === 0 && references.length === 0) return null
  return (
    <>
      {hasLine ? (
        <Strip label={t('images.lineage')}>
          {outside === null ? null : (
            <>
              <Plain media={outside} />
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
      {references.length === 0 ? null : (
        <Strip label={t('images.references')}>
          {references.map(({ image, media }) =>
            image === null ? <Plain key={media.id} media={media} /> : <Thumb key={media.id} image={image} />,
          )}
        </Strip>
      )}
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

/** A picture outside the gallery, which has no page. */
function Plain({ media }: { media: MediaItem }) {
  const { t } = useTranslation()
  return (
    <li className={classes.plain} title={t('images.sourceAlt')}>
      <img src={mediaUrl(media.id)} alt={t('images.sourceAlt')} decoding="async" />
    </li>
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
