import { Loader } from '@mantine/core'
import { ImagePlus, X } from 'lucide-react'
import { firstPictureLinkMax } from '../../../../shared/first-picture.ts'
import { pictureAccept } from '../../../../shared/picture-kinds.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { removePicture, takeFiles } from '../first-picture.ts'
import { changeForm } from '../form-draft.ts'
import { useVideoTarget } from '../target.ts'
import { useVideos } from '../videos-store.ts'
import classes from './FirstPictureField.module.css'

/** Field for the first picture of the video; nothing while the connection takes none. */
export function FirstPictureField() {
  const { firstPicture } = useVideoTarget()
  if (firstPicture === undefined) return null
  return firstPicture.way === 'link' ? <LinkField /> : <PictureField />
}

function LinkField() {
  const { t } = useTranslation()
  const link = useVideos((state) => state.form.firstPictureLink ?? '')
  const problem = useVideos((state) => state.problem)
  return (
    <Field
      label={t('videos.firstPicture')}
      hint={t('videos.firstPictureLinkHint')}
      problem={problem === 'pictureLink' ? t('videos.firstPictureLinkProblem') : null}
    >
      {(control) => (
        <input
          {...control}
          className={classes.link}
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          maxLength={firstPictureLinkMax}
          value={link}
          onChange={(event) => changeForm({ firstPictureLink: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

function PictureField() {
  const { t } = useTranslation()
  const picture = useVideos((state) => state.form.firstPicture ?? null)
  const preparing = useVideos((state) => state.preparing)
  const error = useVideos((state) => state.pictureError)
  const { choose, input } = useFilePick({ accept: pictureAccept, multiple: false, onFiles: takeFiles })
  return (
    <Field label={t('videos.firstPicture')}>
      {input}
      {preparing !== null ? (
        <div className={classes.target} role="status">
          <Loader size={16} aria-hidden="true" />
          {preparing === '' ? t('images.preparing') : t('images.preparingFile', { name: preparing })}
        </div>
      ) : picture === null ? (
        <Button kind="plain" className={classes.target} onClick={choose}>
          <ImagePlus size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>
            {t('videos.firstPictureAdd')} <u>{t('videos.firstPictureChoose')}</u>
          </span>
        </Button>
      ) : (
        <div className={classes.card}>
          <Button kind="plain" className={classes.thumb} aria-label={t('videos.firstPictureOther')} onClick={choose}>
            <img src={mediaUrl(picture.id)} alt={t('videos.firstPicture')} decoding="async" />
          </Button>
          <span className={classes.size}>{pixelsOf(picture)}</span>
          <IconButton
            icon={X}
            words={t('videos.firstPictureRemove')}
            iconSize={15}
            size="small"
            onClick={removePicture}
          />
        </div>
      )}
      {error === null ? null : (
        <ErrorNote
          error={error}
          place={{ where: 'image', hasText: false }}
          on={{ chooseFile: choose }}
          onDismiss={() => useVideos.setState({ pictureError: null })}
        />
      )}
    </Field>
  )
}
