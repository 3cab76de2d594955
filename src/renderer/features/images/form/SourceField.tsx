import { Loader } from '@mantine/core'
import { ImagePlus, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { picturesPerEditMax } from '../../../../shared/image-kinds.ts'
import { pictureAccept } from '../../../../shared/picture-kinds.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { useFileChoice } from '../../../components/media-form/use-file-choice.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { RefusedFiles } from '../../../components/window/RefusedFiles.tsx'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { picturesOf } from '../form-pictures.ts'
import { addFiles, dropMask, openMask, pictureAmong, removePicture, takeFile, takeLastMask } from '../source-actions.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'
import { PictureList, RoleField } from './PictureList.tsx'
import { PicturesBelow } from './PicturesBelow.tsx'
import { SentAs } from './SentAs.tsx'
import classes from './SourceField.module.css'

const ExtendDialog = lazy(async () => ({ default: (await import('../extend/ExtendDialog.tsx')).ExtendDialog }))

/** The pictures of an edit: none, one with an optional mask, or several. */
export function SourceField() {
  const { t } = useTranslation()
  const source = useStudio((state) => state.form.source)
  const preparing = useStudio((state) => state.preparing)
  const failure = useStudio((state) => state.sourceError)
  const refused = useStudio((state) => state.refused)
  const wanted = useStudio((state) => state.chooseFile)
  const adding = useFilePick({ accept: pictureAccept, multiple: true, onFiles: addFiles })
  const isPreparing = preparing !== null && (source === null || !preparing.isFurther)
  const { choose, input } = useFileChoice({
    accept: pictureAccept,
    multiple: source === null,
    request: { panel: 'images', count: wanted },
    onFiles: (files) => {
      if (source === null) return addFiles(files)
      const file = pictureAmong(files)
      if (file !== undefined) void takeFile(file)
    },
  })
  return (
    <div className={layout.closeStack}>
      {input}
      {adding.input}
      {refused.length === 0 ? null : (
        <RefusedFiles
          files={refused.map(({ name, why }) => ({
            name,
            reason: t(refusals[why], { max: picturesPerEditMax }),
          }))}
          onDismiss={() => useStudio.setState({ refused: [] })}
        />
      )}
      {isPreparing ? (
        <Preparing className={classes.target} name={preparing.name} />
      ) : source === null ? (
        <Button kind="plain" className={classes.target} onClick={choose}>
          <ImagePlus size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>
            {t('images.editPicture')} <u>{t('images.chooseFiles')}</u>
          </span>
        </Button>
      ) : (
        <>
          <PictureList first={<SourceCard onChoose={choose} onAdd={adding.choose} />} />
          {preparing === null ? null : <Preparing className={layout.row} name={preparing.name} />}
          <PicturesBelow onAdd={adding.choose} />
        </>
      )}
      {failure === null ? null : (
        <ErrorNote
          error={failure.error}
          lead={failure.name === '' ? undefined : t('composer.pictureFailed', { name: failure.name })}
          place={{ where: 'image', hasText: false }}
          on={{ chooseFile: choose }}
          onDismiss={() => useStudio.setState({ sourceError: null })}
        />
      )}
    </div>
  )
}

const refusals = {
  tooMany: 'images.tooManyPictures',
  twice: 'images.pictureTwice',
  notPicture: 'images.dropRefused',
} as const

function Preparing({ className, name }: { className: string | undefined; name: string }) {
  const { t } = useTranslation()
  return (
    <div className={className} role="status">
      <Loader size={16} aria-hidden="true" />
      {name === '' ? t('images.preparing') : t('images.preparingFile', { name })}
    </div>
  )
}

function SourceCard({ onAdd, onChoose }: { onAdd: () => void; onChoose: () => void }) {
  const { t } = useTranslation()
  const source = useStudio((state) => state.form.source)
  const references = useStudio((state) => state.form.references)
  const keepOutside = useStudio((state) => state.form.keepOutside)
  const offered = useStudio(
    (state) => state.lastMask !== null && state.lastMask.sourceId === state.form.source?.media.id,
  )
  const [extending, setExtending] = useState(false)
  const { kind, model } = useImageTarget()
  if (source === null) return null
  const { media, mask } = source
  const [first, second] = picturesOf({ source, references })
  return (
    <>
      <div className={classes.card} data-listed={second !== undefined || undefined}>
        <Button kind="plain" className={classes.thumb} aria-label={t('images.chooseOther')} onClick={onChoose}>
          <img src={mediaUrl(media.id)} alt={t('images.sourceAlt')} decoding="async" />
          {mask === null ? null : (
            <img className={classes.mask} src={mediaUrl(mask.id)} alt={t('images.maskAlt')} decoding="async" />
          )}
        </Button>
        <div className={classes.words}>
          {first === undefined || second === undefined ? (
            <div className={classes.first}>
              <span className={classes.size}>{pixelsOf(media)}</span>
              <Button kind="link" onClick={onAdd}>
                {t('images.pictureMore')}
              </Button>
            </div>
          ) : (
            <RoleField picture={first} index={0} />
          )}
          <div className={classes.actions}>
            <Button size="small" onClick={openMask}>
              {mask === null ? t('images.maskDraw') : t('images.maskEdit')}
            </Button>
            {second === undefined && mask === null && !offered && media.width !== null ? (
              <Button size="small" onClick={() => setExtending(true)}>
                {t('images.extend')}
              </Button>
            ) : null}
            {mask !== null ? (
              <Button kind="link" onClick={dropMask}>
                {t('images.maskDrop')}
              </Button>
            ) : offered ? (
              <Button kind="link" onClick={takeLastMask}>
                {t('images.maskLast')}
              </Button>
            ) : null}
          </div>
        </div>
        <IconButton
          icon={X}
          words={second === undefined ? t('images.sourceRemove') : t('images.pictureRemove', { number: 1 })}
          iconSize={15}
          size="small"
          className={classes.remove}
          onClick={() => removePicture(0)}
        />
      </div>
      {extending ? (
        <Suspense fallback={null}>
          <ExtendDialog media={media} onClose={() => setExtending(false)} />
        </Suspense>
      ) : null}
      <SentAs media={media} />
      {mask === null ? null : (
        <label className={classes.keep}>
          <input
            type="checkbox"
            checked={keepOutside}
            onChange={(event) => changeForm({ type: 'changed', change: { keepOutside: event.currentTarget.checked } })}
          />
          {t('images.keepOutside')}
        </label>
      )}
      {kind === 'wide' ? (
        <p className={layout.warned}>
          <Unbroken text={t('images.cannotEdit', { model })} />{' '}
          <Button kind="link" onClick={() => useStudio.setState({ pickerOpen: true })}>
            {t('steps.chooseModel')}
          </Button>
        </p>
      ) : null}
    </>
  )
}
