export default ['party'];
