import { ImageOff } from 'lucide-react'
import { type ImgHTMLAttributes, useEffect, useState } from 'react'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { mediaUrl } from './hand-out.ts'
import classes from './pictures.module.css'

interface LibraryPictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> {
  readonly mediaId: string
  /** Alternative text. */
  readonly alt: string
}

/** A picture of the library. If its file is missing, its box says so, and sets `data-lost` for other elements in it. */
export function LibraryPicture({ mediaId, alt, ...rest }: LibraryPictureProps) {
  const { t } = useTranslation()
  const [lost, setLost] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture has not been looked up yet
  useEffect(() => setLost(false), [mediaId])
  if (lost) {
    const { className, style, width, height } = rest
    const box = { width, height, ...style }
    return (
      <span
        data-lost
        className={`${classes.lost} ${className ?? ''}`}
        style={box}
        role="img"
        aria-label={`${alt} (${t('app.fileLost')})`}
      >
        <ImageOff size={24} strokeWidth={1.5} aria-hidden="true" />
        <span aria-hidden="true">{t('app.fileLost')}</span>
      </span>
    )
  }
  // it may exist and have only failed to load; then the file is not reported as missing
  const ask = async () => {
    const answer = await call('media.present', { mediaId })
    if (answer.ok && !answer.value.present) setLost(true)
  }
  return <img {...rest} src={mediaUrl(mediaId)} alt={alt} onError={() => void ask()} />
}
