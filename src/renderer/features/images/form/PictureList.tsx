import { X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { pictureRoleMax } from '../../../../shared/image-kinds.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { Grip } from '../../../components/lists/Grip.tsx'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { type FormPicture, picturesOf } from '../form-pictures.ts'
import { movePicture, removePicture } from '../source-actions.ts'
import { useStudio } from '../studio-store.ts'
import classes from './PictureList.module.css'

/** Marks a drag within the list, which the panel's drop of files ignores. */
const dragType = 'application/x-atelier-picture'

/** The form's pictures in the order in which they are sent. `first` shows the source, which can have a mask. */
export function PictureList({ first }: { first: ReactNode }) {
  const { t } = useTranslation()
  const source = useStudio((state) => state.form.source)
  const references = useStudio((state) => state.form.references)
  const [over, setOver] = useState<number | null>(null)
  const pictures = picturesOf({ source, references })
  if (pictures.length < 2) return first
  const drop = (event: DragEvent, to: number) => {
    const from = Number.parseInt(event.dataTransfer.getData(dragType), 10)
    event.preventDefault()
    setOver(null)
    if (Number.isInteger(from) && from !== to) movePicture(from, to)
  }
  return (
    <ol className={classes.list} aria-label={t('images.pictures')}>
      {pictures.map((picture, index) => (
        <li
          key={picture.media.id}
          className={classes.item}
          data-over={over === index || undefined}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(dragType)) return
            event.preventDefault()
            setOver(index)
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => drop(event, index)}
        >
          <PictureGrip index={index} count={pictures.length} onEnd={() => setOver(null)} />
          {index === 0 ? <div className={classes.fill}>{first}</div> : <Reference picture={picture} index={index} />}
        </li>
      ))}
    </ol>
  )
}

/** Moves a picture: dragged, or by the arrow keys. */
function PictureGrip({ index, count, onEnd }: { index: number; count: number; onEnd: () => void }) {
  const { t } = useTranslation()
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || index + step < 0 || index + step >= count) return
    event.preventDefault()
    movePicture(index, index + step)
  }
  return (
    <>
      <Grip
        dragType={dragType}
        value={String(index)}
        words={t('images.pictureMove', { number: index + 1 })}
        title={t('images.pictureMoveHint')}
        onEnd={onEnd}
        onKeyDown={move}
      />
      <b className={classes.number} aria-hidden="true">
        {index + 1}
      </b>
    </>
  )
}

function Reference({ picture, index }: { picture: FormPicture; index: number }) {
  const { t } = useTranslation()
  const number = index + 1
  return (
    <div className={classes.row}>
      <img
        className={classes.small}
        src={mediaUrl(picture.media.id)}
        alt={t('images.pictureAlt', { number })}
        title={pixelsOf(picture.media)}
        decoding="async"
      />
      <RoleField picture={picture} index={index} />
      <IconButton
        icon={X}
        iconSize={15}
        size="small"
        words={t('images.pictureRemove', { number })}
        onClick={() => removePicture(index)}
      />
    </div>
  )
}

/** Field for a picture's part in the prompt. */
export function RoleField({ picture, index }: { picture: FormPicture; index: number }) {
  const { t } = useTranslation()
  return (
    <input
      className={classes.role}
      type="text"
      dir="auto"
      autoComplete="off"
      aria-label={t('images.roleOf', { number: index + 1 })}
      placeholder={t(index === 0 ? 'images.roleHintFirst' : 'images.roleHint')}
      maxLength={pictureRoleMax}
      value={picture.role}
      onChange={(event) => changeForm({ type: 'role', index, role: event.currentTarget.value })}
    />
  )
}
