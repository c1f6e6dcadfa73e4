import classes from './sign-in-picture.module.css';

/** Points on the ground line, in steps from the center. Each pair is joined by an arc: a referral on its way. */
const arcs = [
  [-12, -9],
  [-11, -7],
  [-9, -6],
  [-8, -5],
  [-7, -5],
  [-5, -2],
  [-5, 2],
  [-4, -3],
  [-4, -1],
  [-2, 0],
  [-2, 5],
  [-1, 4],
  [0, 3],
  [1, 4],
  [2, 5],
  [3, 5],
  [5, 8],
  [6, 8],
  [7, 11],
  [9, 12],
] as const;

const step = 89.5;
const places = Array.from({ length: 25 }, (_, index) => index - 12);
/** The referral in the center, the one that has arrived. */
const [from, to] = [-3, 3];

/** The picture beside the sign-in form: one referral among many, arriving. */
export function SignInPicture() {
  return (
    <div className={`clip relative h-full ${classes.root}`}>
      <div className={`relative above ${classes.words}`}>
        <p className={`m-0 heavy balance ${classes.headline}`}>Every referral arrives somewhere.</p>
        <p className={`m-0 mt-sm text-lg ${classes.text}`}>
          Send a member to the right service, follow the request to the end, and know that help was received.
        </p>
      </div>
      <svg className={`absolute ${classes.arcs}`} viewBox="-403 -330 806 400" aria-hidden="true">
        <path className={classes.faint} d={`M${-13 * step} 0H${13 * step}`} />
        {arcs.map(([start, end]) => (
          <path key={`${start} ${end}`} className={classes.faint} d={arcPath(start, end)} />
        ))}
        {places.map((place) => (
          <circle key={place} className={classes.place} cx={place * step} cy={0} r={5} />
        ))}
        <path className={classes.arrived} d={arcPath(from, to)} />
        <circle className={classes.end} cx={from * step} cy={0} r={9} />
        <circle className={classes.end} cx={to * step} cy={0} r={9} />
        <text className={`text-lg bold ${classes.label}`} x={from * step} y={38}>
          A clinic
        </text>
        <text className={`text-lg bold ${classes.label}`} x={to * step} y={38}>
          A shelter
        </text>
      </svg>
    </div>
  );
}

function arcPath(start: number, end: number): string {
  const radius = ((end - start) * step) / 2;
  return `M${start * step} 0A${radius} ${radius} 0 0 1 ${end * step} 0`;
}
