import type { SurveyElement } from '@kinbridge/forms/form-definition';
import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { type KeptFile, keptDrawing } from './files.ts';
import { PlainField } from './plain-fields.ts';

/** The same paper in light and dark, because staff view the picture elsewhere. */
const [paper, ink] = ['#fff', '#1c2b36'];

/** A signature, drawn or typed. Either way the answer is a picture. */
export class SignatureField extends PlainField {
  readonly #texts: PublicFormTexts;
  readonly #canvas = this.box.querySelector('canvas') as HTMLCanvasElement;
  readonly #typed = this.box.querySelector('input') as HTMLInputElement;
  readonly #context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
  #drawing: KeptFile | null = null;

  constructor(element: SurveyElement, box: HTMLElement, texts: PublicFormTexts, answer: unknown) {
    super(element, box);
    this.#texts = texts;
    this.#wipe();
    this.#keep(isDrawing(answer) ? answer : null);
    if (this.#drawing) this.#restore(this.#drawing.content);
    this.#canvas.addEventListener('pointerdown', (event) => this.#draw(event));
    this.#typed.addEventListener('input', (event) => {
      event.stopPropagation();
      this.#write(this.#typed.value.trim());
    });
    this.#typed.addEventListener('change', (event) => event.stopPropagation());
    box.querySelector('[data-clear]')?.addEventListener('click', () => {
      this.#typed.value = '';
      this.#write('');
    });
  }

  protected override answer(): unknown {
    return this.#drawing ?? undefined;
  }

  #wipe(): void {
    const { width, height } = this.#canvas;
    this.#context.fillStyle = paper;
    this.#context.fillRect(0, 0, width, height);
    this.#context.fillStyle = ink;
    this.#context.strokeStyle = ink;
    this.#context.lineWidth = 4;
    this.#context.lineCap = 'round';
    this.#context.lineJoin = 'round';
  }

  #draw(down: PointerEvent): void {
    if (down.button !== 0) return;
    down.preventDefault();
    this.#canvas.setPointerCapture(down.pointerId);
    if (this.#typed.value) {
      this.#typed.value = '';
      this.#wipe();
    }
    const line = (event: PointerEvent) => {
      const { left, top, width, height } = this.#canvas.getBoundingClientRect();
      const x = ((event.clientX - left) * this.#canvas.width) / width;
      const y = ((event.clientY - top) * this.#canvas.height) / height;
      this.#context.lineTo(x, y);
      this.#context.stroke();
    };
    const done = () => {
      this.#canvas.removeEventListener('pointermove', line);
      this.#canvas.removeEventListener('pointerup', done);
      this.#canvas.removeEventListener('pointercancel', done);
      this.#keep(keptDrawing(this.#canvas.toDataURL('image/png')));
      this.changed();
    };
    this.#context.beginPath();
    line(down);
    this.#canvas.addEventListener('pointermove', line);
    this.#canvas.addEventListener('pointerup', done);
    this.#canvas.addEventListener('pointercancel', done);
  }

  #write(name: string): void {
    this.#wipe();
    const { width, height } = this.#canvas;
    this.#context.font = 'italic 64px "Segoe Script", "Snell Roundhand", cursive';
    this.#context.textAlign = 'center';
    this.#context.textBaseline = 'middle';
    this.#context.fillText(name, width / 2, height / 2, width - 40);
    this.#keep(name ? keptDrawing(this.#canvas.toDataURL('image/png')) : null);
    this.changed();
  }

  #restore(content: string): void {
    const picture = new Image();
    picture.onload = () => this.#context.drawImage(picture, 0, 0);
    picture.src = content;
  }

  #keep(drawing: KeptFile | null): void {
    this.#drawing = drawing;
    this.#canvas.setAttribute('aria-label', drawing ? this.#texts.signDone : this.#texts.signEmpty);
  }
}

function isDrawing(answer: unknown): answer is KeptFile {
  return typeof answer === 'object' && answer !== null && 'content' in answer;
}
