import { Loader } from '@mantine/core'
import { ImagePlus, X } from 'lucide-react'
import { pictureAccept } from '../../../../shared/picture-kinds.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { useFileChoice } from '../../../components/media-form/use-file-choice.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { RefusedFiles } from '../../../components/window/RefusedFiles.tsx'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { dropMask, openMask, pictureAmong, removeSource, takeFile, takeLastMask } from '../source-actions.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'
import { SentAs } from './SentAs.tsx'
import classes from './SourceField.module.css'

/** The picture to edit: none, or one with an optional mask. */
export function SourceField() {
  const { t } = useTranslation()
  const source = useStudio((state) => state.form.source)
  const preparing = useStudio((state) => state.preparing)
  const failure = useStudio((state) => state.sourceError)
  const refused = useStudio((state) => state.refused)
  const wanted = useStudio((state) => state.chooseFile)
  const { choose, input } = useFileChoice({
    accept: pictureAccept,
    request: { panel: 'images', count: wanted },
    onFiles: (files) => {
      const file = pictureAmong(files)
      if (file !== undefined) void takeFile(file)
    },
  })
  return (
    <div className={layout.closeStack}>
      {input}
      {refused.length === 0 ? null : (
        <RefusedFiles
          files={refused.map(({ name, why }) => ({
            name,
            reason: t(why === 'onlyOne' ? 'images.onlyOneFile' : 'images.dropRefused'),
          }))}
          onDismiss={() => useStudio.setState({ refused: [] })}
        />
      )}
      {preparing !== null ? (
        <div className={classes.preparing} role="status">
          <Loader size={16} aria-hidden="true" />
          {preparing.name === '' ? t('images.preparing') : t('images.preparingFile', { name: preparing.name })}
        </div>
      ) : source === null ? (
        <Button kind="plain" className={classes.target} onClick={choose}>
          <ImagePlus size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>
            {t('images.editPicture')} <u>{t('images.chooseFiles')}</u>
          </span>
        </Button>
      ) : (
        <SourceCard onChoose={choose} />
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

function SourceCard({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation()
  const source = useStudio((state) => state.form.source)
  const keepOutside = useStudio((state) => state.form.keepOutside)
  const offered = useStudio(
    (state) => state.lastMask !== null && state.lastMask.sourceId === state.form.source?.media.id,
  )
  const { kind, model } = useImageTarget()
  if (source === null) return null
  const { media, mask } = source
  return (
    <>
      <div className={classes.card}>
        <Button kind="plain" className={classes.thumb} aria-label={t('images.chooseOther')} onClick={onChoose}>
          <img src={mediaUrl(media.id)} alt={t('images.sourceAlt')} decoding="async" />
          {mask === null ? null : (
            <img className={classes.mask} src={mediaUrl(mask.id)} alt={t('images.maskAlt')} decoding="async" />
          )}
        </Button>
        <div className={classes.words}>
          <span className={classes.size}>{pixelsOf(media)}</span>
          <div className={classes.actions}>
            <Button size="small" onClick={openMask}>
              {mask === null ? t('images.maskDraw') : t('images.maskEdit')}
            </Button>
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
          words={t('images.sourceRemove')}
          iconSize={15}
          size="small"
          className={classes.remove}
          onClick={removeSource}
        />
      </div>
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
          {t('images.cannotEdit', { model })}{' '}
          <Button kind="link" onClick={() => useStudio.setState({ pickerOpen: true })}>
            {t('steps.chooseModel')}
          </Button>
        </p>
      ) : null}
    </>
  )
}
