export default createEngine;
