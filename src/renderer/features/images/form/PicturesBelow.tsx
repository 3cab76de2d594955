import i18next from 'i18next'
import { mayTakeSeveral, pictureBytesPerEditMax } from '../../../../shared/image-kinds.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'
import { changeForm } from '../form-draft.ts'
import { areTooLarge, bytesOfPictures, hasRoom, picturesOf, withRoles } from '../form-pictures.ts'
import { keepFirstPicture } from '../source-actions.ts'
import { studio, useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'
import classes from './SourceField.module.css'
import { useModelNotes } from './use-model-notes.ts'

/** Actions and notes below the form's pictures. */
export function PicturesBelow({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const form = useStudio((state) => state.form)
  const isSeveral = picturesOf(form).length > 1
  return (
    <>
      {isSeveral ? (
        <div className={classes.actions}>
          <Button kind="link" disabled={!hasRoom(form)} onClick={onAdd}>
            {t('images.pictureAdd')}
          </Button>
          <Button kind="link" disabled={promptWithRoles() === form.prompt} onClick={insertRoles}>
            {t('images.rolesInsert')}
          </Button>
        </div>
      ) : null}
      {areTooLarge(form) ? (
        <p className={layout.bad} role="alert">
          {t('images.picturesTooLarge', {
            size: sizeWords(language, bytesOfPictures(form)),
            limit: sizeWords(language, pictureBytesPerEditMax),
          })}
        </p>
      ) : null}
      {isSeveral ? <OnePictureNote /> : null}
    </>
  )
}

/** Note on a model that is known, or was seen, to take only one picture. */
function OnePictureNote() {
  const { t } = useTranslation()
  const { kind, model } = useImageTarget()
  const refused = useModelNotes()?.refusedSeveral ?? false
  // another note says that these models edit nothing at all
  if (kind === 'wide' || (mayTakeSeveral(kind) && !refused)) return null
  return (
    <p className={layout.warned}>
      <Unbroken text={t(refused ? 'images.severalRefused' : 'images.onePicture', { model })} />{' '}
      <Button kind="link" onClick={keepFirstPicture}>
        {t('images.keepFirst')}
      </Button>
    </p>
  )
}

/** Returns the form's prompt with the roles of its pictures. */
function promptWithRoles(): string {
  const { form } = studio()
  const lines = picturesOf(form).flatMap(({ role }, index) =>
    role.trim() === '' ? [] : [i18next.t('images.roleLine', { number: index + 1, role: role.trim() })],
  )
  return withRoles(form.prompt, lines)
}

function insertRoles(): void {
  const { prompt } = studio().form
  changeForm({ type: 'changed', change: { prompt: promptWithRoles() } })
  showToast(i18next.t('images.rolesInserted'), {
    label: i18next.t('app.undo'),
    run: () => changeForm({ type: 'changed', change: { prompt } }),
  })
}
