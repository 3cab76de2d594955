import { Image as ImageIcon } from 'lucide-react'
import { use, useState } from 'react'
import { useApp } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import classes from './Markdown.module.css'
import { MayStorePictures } from './stored-pictures.ts'

type Shown =
  | { readonly state: 'asking' }
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly id: string }
  | { readonly state: 'refused' }

/**
 * A picture that a model linked to. Loading it would reveal to a stranger that it is being read, so it takes a click.
 * Main then fetches it into the library, and the local copy is shown.
 */
export function RemotePicture({ url, description }: { url: string; description: string }) {
  const { t } = useTranslation()
  const mediaBase = useApp((state) => state.info.mediaBase)
  const mayStore = use(MayStorePictures)
  const [shown, setShown] = useState<Shown>({ state: 'asking' })
  const load = async (): Promise<void> => {
    setShown({ state: 'loading' })
    const answer = await call('media.addRemotePicture', { url })
    setShown(answer.ok ? { state: 'shown', id: answer.value.id } : { state: 'refused' })
  }
  if (shown.state === 'shown') return <img className={classes.picture} src={mediaBase + shown.id} alt={description} />
  const host = URL.canParse(url) ? new URL(url).host : ''
  return (
    <span className={classes.pictureAsk}>
      <ImageIcon size={15} aria-hidden="true" />
      <span>{description || t('markdown.picture')}</span>
      {shown.state === 'refused' ? (
        <span>{t('markdown.pictureRefused')}</span>
      ) : !mayStore ? (
        <span>{t('temporary.pictureWithheld', { host })}</span>
      ) : (
        <Button
          size="small"
          onClick={() => void load()}
          disabled={shown.state === 'loading' || host === ''}
          title={url}
        >
          {shown.state === 'loading' ? t('markdown.pictureLoading') : t('markdown.pictureLoad', { host })}
        </Button>
      )}
    </span>
  )
}
