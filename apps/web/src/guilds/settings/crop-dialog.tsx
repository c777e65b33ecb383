/** Lets people choose the square of a picture by dragging, by the arrow keys, and by a slider for the size. */
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { ReasonText } from '../../ui/advice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './settings.module.css';
import { settingsWords } from './settings.words.ts';

/** Pixels of the uploaded picture; the service makes its sizes from it. */
const SIDE = 512;
const MOST_ZOOM = 4;
const STEP = 0.02;

/** The centre of the square, 0 to 1, and the zoom of the picture beyond its minimum. */
type Crop = { x: number; y: number; zoom: number };

type Props = {
  file: File;
  onClose(): void;
  upload(picture: Blob): Promise<void>;
};

export function CropDialog({ file, onClose, upload }: Props) {
  const { logo: words } = settingsWords.use();
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<{ x: number; y: number }>(undefined);
  const [picture, setPicture] = useState<ImageBitmap | 'broken'>();
  const [crop, setCrop] = useState<Crop>({ x: 0.5, y: 0.5, zoom: 1 });
  const send = useMutation({ mutationFn: upload });

  useEffect(() => {
    createImageBitmap(file).then(setPicture, () => setPicture('broken'));
  }, [file]);
  const bitmap = picture === 'broken' ? undefined : picture;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !bitmap) return;
    const { left, top, side } = squareOf(bitmap, crop);
    context.clearRect(0, 0, SIDE, SIDE);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
  }, [bitmap, crop]);

  const move = (dx: number, dy: number) =>
    setCrop((now) => ({ ...now, x: clamped(now.x + dx / now.zoom), y: clamped(now.y + dy / now.zoom) }));
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (!by) return;
    event.preventDefault();
    move(by[0] ?? 0, by[1] ?? 0);
  };
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = dragged.current;
    if (!from) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    move((from.x - event.clientX) / width, (from.y - event.clientY) / width);
    dragged.current = { x: event.clientX, y: event.clientY };
  };
  const save = async () => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'));
    if (blob) send.mutate(blob);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.cropTitle}
      actions={
        <Button kind="primary" pending={send.isPending} disabled={!bitmap} onClick={() => void save()}>
          {words.upload}
        </Button>
      }
    >
      {picture === 'broken' ? (
        <div className="empty" role="alert">
          <Icon name="alert" />
          <b>{words.noPicture}</b>
          <p>
            <ReasonText of="unsupported_image" />
          </p>
        </div>
      ) : (
        <>
          <canvas
            ref={canvas}
            width={SIDE}
            height={SIDE}
            className={styles.crop}
            tabIndex={0}
            role="img"
            aria-label={words.cropHint}
            onKeyDown={keys}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              dragged.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerMove={drag}
            onPointerUp={() => {
              dragged.current = undefined;
            }}
          />
          <label className="labelled">
            <span className="label">{words.size}</span>
            <input
              type="range"
              min={1}
              max={MOST_ZOOM}
              step={0.05}
              value={crop.zoom}
              onChange={({ target }) => setCrop({ ...crop, zoom: target.valueAsNumber })}
            />
          </label>
          <p className="muted small">{words.cropHint}</p>
        </>
      )}
      <FailureNote error={send.error} />
    </Dialog>
  );
}

const clamped = (share: number) => Math.min(1, Math.max(0, share));

/** In pixels of the picture, and never beyond its edges. */
function squareOf({ width, height }: { width: number; height: number }, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}
