import { FileX, Film } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readLastFrame } from './last-frames.ts'
import classes from './Storyboard.module.css'

interface LastFrameProps {
  readonly mediaId: string
  /** False if the file is missing; null while that is unknown. */
  readonly isPresent: boolean | null
}

/** The last frame of a video as a still picture; a sign if its file is missing or cannot be played. */
export function LastFrame({ mediaId, isPresent }: LastFrameProps) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (isPresent !== true) return undefined
    const gone = new AbortController()
    readLastFrame(mediaId, gone.signal, setUrl)
    return () => gone.abort()
  }, [mediaId, isPresent])
  if (url !== null) return <img className={classes.still} src={url} alt="" draggable={false} decoding="async" />
  const Icon = isPresent === false ? FileX : Film
  return (
    <span className={`${classes.still} ${classes.blank}`} aria-hidden="true">
      <Icon size={18} strokeWidth={1.5} />
    </span>
  )
}
