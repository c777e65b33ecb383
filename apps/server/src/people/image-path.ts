/** Address of an image within the service, as it is kept in the rows that show it. */
export const imagePath = (id: string, size: number) => `/api/v1/images/${id}/${size}.webp`;
